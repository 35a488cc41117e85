// Runs webpack by its configuration. webpack-cli would do the same and needs 40 more packages.
// Room: tests of bindings.
import webpack from "webpack";

import configuration from "./webpack.config.mjs";

webpack(configuration, (error, stats) => {
    if (error || stats.hasErrors() || stats.hasWarnings()) {
        console.error(error ?? stats.toString());
        process.exitCode = 1;
    }
});
