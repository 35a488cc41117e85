// How Rollup bundles the program: with the two plugins that README.md names.
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { importMetaAssets } from "@web/rollup-plugin-import-meta-assets";

export default {
    input: "main.js",
    output: { dir: "dist/rollup" },
    plugins: [nodeResolve(), importMetaAssets()],
};
