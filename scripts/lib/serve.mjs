/** A static file server for `npm start`, the tests and what is measured. It compresses files, as web hosts do. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".wasm": "application/wasm",
};
const COMPRESSED = /^text\/|json$|wasm$|xml$/;

/** The last content of each file and its compressed form, because compression takes most of a request's time. */
const compressedFiles = new Map();

/** @param {string} file  @param {Buffer} content  @returns {Promise<Buffer>} */
async function gzipped(file, content) {
  const last = compressedFiles.get(file);
  if (last?.content.equals(content)) return last.bytes;
  const bytes = await promisify(gzip)(content);
  compressedFiles.set(file, { content, bytes });
  return bytes;
}

/** Whether a server can listen on the port now; another program may still take it.  @param {number} port */
export const portIsFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/**
 * Serves `root` until `close()`. Port 0 means any free port. `headers` are added to every response, so that tests can set a
 * content security policy.
 * @param {{ root: string, port?: number, headers?: Readonly<Record<string, string>> }} options
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>}
 */
export async function serve({ root, port = 0, headers = {} }) {
  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url ?? "/", "http://localhost"); // which has no ".."
      const file = path.join(root, decodeURIComponent(pathname), pathname.endsWith("/") ? "index.html" : "");
      const content = await readFile(file);
      const type = TYPES[path.extname(file)] ?? "application/octet-stream";
      const isCompressed =
        COMPRESSED.test(type) && /\bgzip\b/.test(String(request.headers["accept-encoding"]));
      const body = isCompressed ? await gzipped(file, content) : content;
      response.writeHead(200, {
        "Content-Type": type.startsWith("text/") ? `${type}; charset=utf-8` : type,
        "Content-Length": body.length,
        "Cache-Control": "no-cache",
        Vary: "Accept-Encoding",
        ...(isCompressed ? { "Content-Encoding": "gzip" } : {}),
        ...headers,
      });
      response.end(body);
    } catch {
      response.writeHead(404, { "Content-Type": "text/plain", ...headers }).end("Not found\n");
    }
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(undefined));
  });
  const { port: actualPort } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${actualPort}/`,
    port: actualPort,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
