import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import blankHref from "./blank.css";

/**
 * The built stylesheet of the pages without shell, read once at start and sent inside the page: the sign-in page is usable after
 * a single request. Empty where there is no build beside the running bundle (tests); such a page links the sheet instead.
 */
export const blankCss: string = read(blankHref);

function read(address: string): string {
  // The bundle runs from build/; `public/` is its neighbour and is served below the base path.
  const file = fileURLToPath(
    new URL(`../public${address.slice(Math.max(address.indexOf("/build/"), 0))}`, import.meta.url),
  );
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
