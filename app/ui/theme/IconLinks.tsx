import { useBaseAddress } from "~/ui/address";

/** The sign of the product in the tab of a browser and on the home screen of a phone, the same on every page. */
export function IconLinks() {
  const { href } = useBaseAddress();
  return (
    <>
      <link rel="icon" href={href("/icon.svg")} type="image/svg+xml" />
      <link rel="alternate icon" href={href("/favicon.ico")} sizes="16x16 32x32 48x48" />
      <link rel="apple-touch-icon" href={href("/apple-touch-icon.png")} />
      <link rel="manifest" href={href("/manifest.webmanifest")} />
    </>
  );
}
