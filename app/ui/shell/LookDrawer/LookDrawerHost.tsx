import { useEffect, useState } from "react";
import { useAddress } from "~/ui/address";
import type { ShellModel } from "~/ui/model";

type Drawer = typeof import("./LookDrawer")["LookDrawer"];

/**
 * Where scripts run, every link to 个性化设置 opens the drawer instead, fetched when it is wanted: few people do, and rarely.
 * `data-reload` still leads to the page.
 */
export function LookDrawerHost({ model }: { model: ShellModel }) {
  const { href } = useAddress();
  const [Drawer, setDrawer] = useState<Drawer | null>(null);
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
      import("./LookDrawer").then(
        ({ LookDrawer }) => setDrawer(() => LookDrawer),
        () => location.assign(target),
      );
    }
    // Before the listener that turns links into navigations.
    document.addEventListener("click", catchLink, true);
    return () => document.removeEventListener("click", catchLink, true);
  }, [target]);
  return Drawer ? <Drawer model={model} onClose={() => setDrawer(null)} /> : null;
}
