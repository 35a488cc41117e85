// How webpack bundles the program: as README.md says.
import { fileURLToPath } from "node:url";

const folder = (name) => fileURLToPath(new URL(name, import.meta.url));

export default [
    { target: "web", output: { path: folder("dist/webpack") } },
    { target: "node", output: { path: folder("dist/webpack-node"), filename: "main.cjs" } },
].map((each) => ({
    mode: "production",
    entry: "./main.js",
    performance: { maxAssetSize: 344064 },
    ...each,
}));
