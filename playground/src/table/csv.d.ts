// Files that the bundler takes in as text. Layer: playground.
declare module "*.csv" {
    const text: string;
    export default text;
}
