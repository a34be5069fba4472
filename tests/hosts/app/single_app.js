/** The module in one file, fetched as text and started from a URL that has no place: the scheme is in the address. */
const [scheme] = [new URLSearchParams(location.search).get("scheme")];

async function main() {
  const text = await (await fetch("./heads-up-attention/single.js")).text();
  const blob = new Blob([text], { type: "text/javascript" });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const url = scheme === "blob" ? URL.createObjectURL(blob) : `data:text/javascript;base64,${base64}`;
  const { load } = await import(url);
  const { steps } = (await load()).run({ lesson: "masked-multi-head", seed: 42 });
  window.tried = { module: [...(steps.find(({ name }) => name === "attention")?.data.slice(10, 12) ?? [])] };
}

main().catch((error) => {
  window.tried = { error: String(error) };
});
