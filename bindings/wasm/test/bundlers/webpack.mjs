// Runs webpack by its configuration, as webpack-cli would, which needs 40 packages more. Layer: tests
// of bindings.
import webpack from "webpack";

import configuration from "./webpack.config.mjs";

webpack(configuration, (error, stats) => {
    if (error || stats.hasErrors() || stats.hasWarnings()) {
        console.error(error ?? stats.toString());
        process.exitCode = 1;
    }
});
