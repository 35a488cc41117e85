// The build gives tables as text. Layer: site.
declare module "*.csv" {
    const text: string;
    export default text;
}
