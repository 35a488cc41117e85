export default {
    base: "./",
    build: { outDir: "dist/vite" },
    optimizeDeps: { exclude: ["carom"] },
};
