import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useAddress } from "~/ui/address";
import type { Crumb, ShellModel } from "~/ui/model";
import { Crumbs } from "../Crumbs/Crumbs";
import { Dialogs } from "../Dialogs/Dialogs";
import { FavouriteContext } from "../Favourite/Favourite";
import { Header } from "../Header/Header";
import { Keys } from "../Keys/Keys";
import { useMenuMark } from "../menu-mark";
import { Notices } from "../Notices/Notices";
import { Progress } from "../Progress/Progress";
import { usePlainLinks } from "../plain-links";
import { SideBar } from "../SideBar/SideBar";
import { TabStrip } from "../TabStrip/TabStrip";

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
  usePlainLinks();
  useMenuMark(frame, model.menu.name);
  return (
    <div
      className="sh"
      ref={frame}
      data-sidebar={chosen ?? model.sidebar}
      data-head={model.hiddenHead && "hidden"}
      data-bare={model.bare || undefined}
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
        {model.demo ? <p className="sh-demo">演示数据：香满园食品为虚构企业</p> : null}
        <Crumbs crumbs={crumbs} />
        <Notices notices={model.notices} csrf={model.csrf} from={model.path} />
        <Main>
          {heading ? <h1>{heading}</h1> : null}
          <FavouriteContext.Provider value={model}>{children}</FavouriteContext.Provider>
        </Main>
        <footer className="sh-foot">
          <span>{model.footer.copyright}</span>
          <span>{model.footer.filing}</span>
          <a href={href("/account/keys")}>键盘快捷键</a>
        </footer>
      </div>
      <Dialogs model={model} />
    </div>
  );
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
