declare module "@remix-run/css-bundle" {
  export const cssBundleHref: string | undefined;
}
