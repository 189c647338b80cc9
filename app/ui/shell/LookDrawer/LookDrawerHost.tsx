import { lazy, Suspense, useEffect, useState } from "react";
import { useAddress } from "~/ui/address";
import type { ShellModel } from "~/ui/model";

/** Fetched when it is opened for the first time: few people do, and rarely. */
const LookDrawer = lazy(() => import("./LookDrawer"));

/** Where scripts run, every link to 个性化设置 opens the drawer instead; `data-reload` still leads to the page. */
export function LookDrawerHost({ model }: { model: ShellModel }) {
  const { href } = useAddress();
  const [open, setOpen] = useState(false);
  const target = href("/account/custom");
  useEffect(() => {
    function catchLink(event: MouseEvent) {
      const anchor = event.target instanceof Element ? event.target.closest("a") : null;
      const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
      if (!anchor || modified || anchor.dataset.reload !== undefined) return;
      if (anchor.pathname !== target || location.pathname === target) return;
      event.preventDefault();
      const box = anchor.closest<HTMLDetailsElement>("details[data-floating]");
      if (box) box.open = false;
      setOpen(true);
    }
    // Before the listener that turns links into navigations.
    document.addEventListener("click", catchLink, true);
    return () => document.removeEventListener("click", catchLink, true);
  }, [target]);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <LookDrawer model={model} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
