import { useLocation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { Preferences } from "~/shared/preferences";
import { useAddress } from "~/ui/address";
import type { Crumb, ShellModel } from "~/ui/model";
import { UpdateStream } from "~/ui/stream/UpdateStream";
import { useChosen } from "~/ui/theme/chosen";
import { Crumbs } from "../Crumbs/Crumbs";
import { ShellContext } from "../context";
import { Dialogs } from "../Dialogs/Dialogs";
import { Header } from "../Header/Header";
import { Keys } from "../Keys/Keys";
import { LookDrawerHost } from "../LookDrawer/LookDrawerHost";
import { useMenuMark } from "../menu-mark";
import { Notices } from "../Notices/Notices";
import { Progress } from "../Progress/Progress";
import { usePlainLinks } from "../plain-links";
import { SideBar } from "../SideBar/SideBar";
import { TabStrip } from "../TabStrip/TabStrip";
import { Warnings } from "../Warnings/Warnings";

interface ShellProps {
  model: ShellModel;
  crumbs: Crumb[];
  /** For pages that draw no heading of their own. */
  heading?: string;
  children: ReactNode;
}

/**
 * Everything around a page. Works without script: folds are `<details>`, the side bar follows the width by CSS, the rest are
 * links and forms. The menu comes as the fragment `menu`.
 */
export function Shell({ model, crumbs, heading, children }: ShellProps) {
  const [chosen, choose] = useState<"open" | "closed">();
  const { href } = useAddress();
  const frame = useRef<HTMLDivElement>(null);
  const preferences = useChosen()?.preferences ?? model.preferences;
  usePlainLinks();
  useMenuMark(frame, model.menu.name);
  useAutoHide(frame, preferences.autoHideHeader);
  return (
    <div
      className="sh"
      ref={frame}
      data-sidebar={chosen ?? sidebarOf(preferences, model)}
      data-head={model.hiddenHead && "hidden"}
      data-bare={model.bare || undefined}
      {...frameOf(preferences)}
    >
      <a className="sh-skip" href="#main">
        跳到主要内容
      </a>
      <Progress />
      <Keys single={model.singleKeys} />
      <Header model={model} />
      {model.bare ? null : <SideBar model={model} onChoose={choose} />}
      <div className="sh-body">
        {model.strip ? <TabStrip strip={model.strip} csrf={model.csrf} from={model.path} /> : null}
        <Notices notices={model.notices} csrf={model.csrf} from={model.path} />
        <div className="sh-where">
          <Crumbs crumbs={crumbs} />
          <Warnings warnings={model.warnings} csrf={model.csrf} from={model.path} />
        </div>
        <Main>
          {heading ? <h1>{heading}</h1> : null}
          <ShellContext.Provider value={model}>{children}</ShellContext.Provider>
        </Main>
        <footer className="sh-foot">
          <span>{model.footer.copyright}</span>
          {model.footer.filing ? <span>{model.footer.filing}</span> : null}
          {model.footer.suggest ? <a href={href(model.footer.suggest)}>提建议</a> : null}
          <a href={href("/account/keys")}>键盘快捷键</a>
        </footer>
      </div>
      {model.bare ? null : <LookDrawerHost model={model} />}
      {model.bare ? null : <UpdateStream account={model.user.account} />}
      <Dialogs model={model} />
    </div>
  );
}

/** Fetched by those who want it. */
function useAutoHide(frame: RefObject<HTMLElement>, isOn: boolean): void {
  useEffect(() => {
    const shell = frame.current;
    if (!shell || !isOn) return;
    const over = new AbortController();
    import("../auto-hide")
      .then(({ hideHeader }) => over.signal.aborted || hideHeader(shell, over.signal))
      // Out of reach: the header stays where it is.
      .catch(() => undefined);
    return () => over.abort();
  }, [frame, isOn]);
}

/** What the style sheet goes by; the standard has no attribute. */
function frameOf(preferences: Preferences) {
  const { layout, fixedHeader, fixSiderbar, autoHideHeader, contentWidth, density, multiTab } = preferences;
  return {
    "data-layout": layout,
    "data-fixed-header": fixedHeader || undefined,
    "data-fixed-side": fixSiderbar || undefined,
    "data-auto-hide": autoHideHeader || undefined,
    "data-width": contentWidth === "Fixed" ? "fixed" : undefined,
    "data-density": density === "default" ? undefined : density,
    "data-multi-tab": multiTab ? undefined : "off",
  };
}

/** What was chosen on this page counts before what the server knew when it drew it. */
function sidebarOf({ sidebarOpen }: Preferences, model: ShellModel): ShellModel["sidebar"] {
  if (sidebarOpen === model.preferences.sidebarOpen) return model.sidebar;
  if (sidebarOpen === null) return "auto";
  return sidebarOpen ? "open" : "closed";
}

/** After a navigation in the browser the reading position starts here again, as it does after a full load. */
function Main({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main className="sh-main" id="main" tabIndex={-1} ref={main}>
      {children}
    </main>
  );
}
