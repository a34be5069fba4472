/** A static file server for `npm start`, the page tests and the size budgets. It compresses files, as web hosts do. */
import { createReadStream } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** @type {Readonly<Record<string, string>>} */
const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/**
 * A cache of gzipped files by path and modification time, because compression takes most of a request's time.
 * @type {Map<string, Buffer>}
 */
const compressedFiles = new Map();

/** Undefined if the file has disappeared since it was found, because a build replaces its folder.  @param {string} file */
async function gzipped(file) {
  try {
    const key = `${file} ${(await stat(file)).mtimeMs}`;
    const bytes = compressedFiles.get(key) ?? (await promisify(gzip)(await readFile(file)));
    compressedFiles.set(key, bytes);
    return bytes;
  } catch {
    return undefined;
  }
}

const COMPRESSED_TYPES = /^(text|application\/(json|wasm|manifest)|image\/svg)/;

/**
 * The real path and size of the file that a URL path names, or undefined if there is none inside `root`.
 * @param {string} root
 * @param {string} urlPath
 */
async function findFile(root, urlPath) {
  try {
    let file = await realpath(path.join(root, decodeURIComponent(urlPath)));
    if ((await stat(file)).isDirectory()) file = await realpath(path.join(file, "index.html"));
    const isInside = file.startsWith(root + path.sep);
    return isInside ? { file, size: (await stat(file)).size } : undefined;
  } catch {
    return undefined;
  }
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
 * content security policy; `onRequest` is called with every file that is sent.
 * @param {{ root: string, port?: number, headers?: Readonly<Record<string, string>>, onRequest?: (file: string) => void }} options
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>}
 */
export async function serve({ root, port = 0, headers = {}, onRequest = () => {} }) {
  const realRoot = await realpath(root);
  const server = createServer(async (request, response) => {
    const urlPath = (request.url ?? "/").replace(/[?#].*$/, "");
    const isRead = request.method === "GET" || request.method === "HEAD";
    const refuse = () => {
      response.writeHead(isRead ? 404 : 405, { "Content-Type": "text/plain", ...headers });
      response.end(isRead ? "Not found\n" : "Only GET and HEAD\n");
    };
    const found = await findFile(realRoot, urlPath);
    if (!isRead || !found) return refuse();
    onRequest(found.file);
    const type = types[path.extname(found.file)] ?? "application/octet-stream";
    const allHeaders = {
      "Content-Type": type,
      "Cache-Control": "no-cache",
      Vary: "Accept-Encoding",
      ...headers,
    };
    if (COMPRESSED_TYPES.test(type) && /\bgzip\b/.test(String(request.headers["accept-encoding"]))) {
      const body = await gzipped(found.file);
      if (!body) return refuse();
      response.writeHead(200, { ...allHeaders, "Content-Encoding": "gzip", "Content-Length": body.length });
      return void response.end(request.method === "HEAD" ? undefined : body);
    }
    response.writeHead(200, { ...allHeaders, "Content-Length": found.size });
    if (request.method === "HEAD") response.end();
    else
      createReadStream(found.file)
        .on("error", () => response.destroy())
        .pipe(response);
  });

  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(undefined));
  });
  const address = server.address();
  const actualPort = typeof address === "object" && address ? address.port : port;
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
