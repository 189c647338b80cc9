import { useNonce } from "~/ui/nonce";
import blankHref from "./blank.css";
import { blankCss } from "./inline-css.server";
import { shellHref } from "./links";

/**
 * Head of a page without shell: its styles inside the page, and the shell's sheet fetched while one types. In the
 * browser, after a navigation from a shell page, the sheet is linked: the text of it exists on the server only.
 */
export function BlankStyles() {
  const nonce = useNonce();
  const css = typeof document === "undefined" ? blankCss : "";
  return (
    <>
      {css ? (
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
      ) : (
        <link rel="stylesheet" href={blankHref} />
      )}
      <link rel="prefetch" as="style" href={shellHref} />
    </>
  );
}
