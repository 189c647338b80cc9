import { useHref, useLocation } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { withoutBase } from "~/ui/address";
import type { ShellModel } from "~/ui/model";
import type { Kind, Opened } from "./Dialog";

interface Shown extends Opened {
  Dialog: typeof import("./Dialog")["Dialog"];
}

/**
 * Pages that are small questions, drawn over the present one: whoever clicks a marked link keeps what is typed there. The page behind
 * the link takes the form, as it does without script; this is only another frame for it,
 * fetched when it is wanted.
 */
export function Dialogs({ model }: { model: ShellModel }) {
  const [opened, open] = useState<Shown | null>(null);
  const base = useHref("/").replace(/\/$/, "");
  const { key } = useLocation();
  const close = useCallback(() => open(null), []);
  useEffect(() => {
    // Before the listener that navigates: effects of inner components run first.
    function catchClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-dialog]") : null;
      const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
      if (!link || modified || event.defaultPrevented || !("showModal" in HTMLDialogElement.prototype)) return;
      event.preventDefault();
      putAway(link);
      const to = withoutBase(base, link.pathname) + link.search;
      const kind = kindOf(link.dataset.dialog);
      import("./Dialog").then(
        ({ Dialog }) => open((before) => ({ Dialog, kind, to, turn: (before?.turn ?? 0) + 1 })),
        () => window.location.assign(link.href),
      );
    }
    document.addEventListener("click", catchClick);
    return () => document.removeEventListener("click", catchClick);
  }, [base]);
  // Whoever goes on by the browser's own buttons leaves the question behind.
  const [openedAt, setOpenedAt] = useState(key);
  if (openedAt !== key) {
    setOpenedAt(key);
    open(null);
  }
  if (!opened) return null;
  const { Dialog, ...asked } = opened;
  return <Dialog key={`${asked.to} ${asked.turn}`} opened={asked} model={model} close={close} />;
}

function kindOf(name: string | undefined): Kind {
  return name === "password" || name === "logout" || name === "confirm" ? name : "form";
}

/** Closes the drop-down the link stood in; the focus comes back to what opened that. */
function putAway(link: Element): void {
  const box = link.closest<HTMLDetailsElement>("details[data-floating]");
  if (!box) return;
  box.querySelector<HTMLElement>("summary")?.focus();
  box.open = false;
}
