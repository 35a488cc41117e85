// Files that the bundler includes as text. Room: playground.
declare module "*.csv" {
    const text: string;
    export default text;
}
