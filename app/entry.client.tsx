import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { guardFetch } from "~/ui/connection/guarded-fetch";
import { resumeWantedPage } from "~/ui/connection/wanted-page";
import { FragmentsContext } from "~/ui/fragments";
import { NonceContext } from "~/ui/nonce";

// Browsers hide the attribute, the property keeps it.
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
const fragments = readFragments();

guardFetch();
resumeWantedPage();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext.Provider value={nonce}>
        <FragmentsContext.Provider value={fragments}>
          <RemixBrowser />
        </FragmentsContext.Provider>
      </NonceContext.Provider>
    </StrictMode>,
  );
});

/** Must run before hydration: afterwards the elements belong to React. */
function readFragments(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const element of document.querySelectorAll<HTMLElement>("[data-fragment]")) {
    const name = element.dataset.fragment;
    if (name) found[name] = element.innerHTML;
  }
  return found;
}
