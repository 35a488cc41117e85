// The build gives tables as text. Room: site.
declare module "*.csv" {
    const text: string;
    export default text;
}
