// Files that the bundler includes as text. Layer: playground.
declare module "*.csv" {
    const text: string;
    export default text;
}
