// How Vite bundles the program: as README.md says.
export default {
    base: "./",
    build: { outDir: "dist/vite" },
    optimizeDeps: { exclude: ["carom"] },
};
