// Makes inline_module.js, the module of carom/inline, from carom.wasm: compressed, because it is
// sent to browsers as text, and most servers do not compress text as well. `npm pack` calls it.
// Room: bindings.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

const file = new URL("inline_module.js", import.meta.url);
const bytes = deflateSync(readFileSync(new URL("carom.wasm", import.meta.url)), { level: 9 });
const text = `// carom.wasm, compressed with deflate, in base64. Made by make_inline.mjs.
export const compressedModule =
    "${bytes.toString("base64")}";
`;
// At once: other processes may read it.
const unfinished = new URL(`inline_module.${process.pid}.tmp`, import.meta.url);
writeFileSync(unfinished, text);
renameSync(unfinished, file);
