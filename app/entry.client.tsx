import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { guardFetch } from "~/ui/connection/guarded-fetch";
import { resumeWantedPage } from "~/ui/connection/wanted-page";
import { FragmentsContext } from "~/ui/fragments";
import { NonceContext } from "~/ui/nonce";
import { ModelsContext, modelElementId } from "~/ui/packed";

// Browsers hide the attribute, the property keeps it.
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
const fragments = readFragments();
const models = new Map<string, unknown>();

guardFetch();
resumeWantedPage();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext.Provider value={nonce}>
        <FragmentsContext.Provider value={fragments}>
          <ModelsContext.Provider value={modelOf}>
            <RemixBrowser />
          </ModelsContext.Provider>
        </FragmentsContext.Provider>
      </NonceContext.Provider>
    </StrictMode>,
  );
});

/** Read when it is drawn for the first time: by then the whole page has arrived. */
function modelOf(name: string): unknown {
  if (!models.has(name)) {
    const text = document.getElementById(modelElementId(name))?.textContent;
    models.set(name, text ? JSON.parse(text) : undefined);
  }
  return models.get(name);
}

/** Must run before hydration: afterwards the elements belong to React. */
function readFragments(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const element of document.querySelectorAll<HTMLElement>("[data-fragment]")) {
    const name = element.dataset.fragment;
    if (name) found[name] = element.innerHTML;
  }
  return found;
}
