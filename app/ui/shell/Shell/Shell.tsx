import { useLocation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { useAddress } from "~/ui/address";
import { FragmentsContext } from "~/ui/fragments";
import type { Crumb, ShellModel } from "~/ui/model";
import { useMenuMark } from "../menu-mark";
import { Notices } from "../Notices/Notices";
import { Progress } from "../Progress/Progress";
import { usePlainLinks } from "../plain-links";
import { postQuietly } from "../quiet-post";

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
  const frame = useRef<HTMLDivElement>(null);
  usePlainLinks();
  useMenuMark(frame);
  return (
    <div className="sh" ref={frame} data-sidebar={chosen ?? model.sidebar}>
      <a className="sh-skip" href="#main">
        跳到主要内容
      </a>
      <Progress />
      <Header model={model} />
      <SideBar model={model} onChoose={choose} />
      <div className="sh-body">
        {model.demo ? <p className="sh-demo">演示数据：香满园食品为虚构企业</p> : null}
        <Crumbs crumbs={crumbs} />
        <Notices notices={model.notices} csrf={model.csrf} from={model.path} />
        <Main>
          {heading ? <h1>{heading}</h1> : null}
          {children}
        </Main>
        <footer className="sh-foot">
          <span>{model.footer.copyright}</span>
          <span>{model.footer.filing}</span>
        </footer>
      </div>
    </div>
  );
}

function Header({ model }: { model: ShellModel }) {
  const { href } = useAddress();
  const { user, topTabs } = model;
  return (
    <header className="sh-head">
      <a className="sh-logo" href={href("/qiaqia/home")}>
        <b aria-hidden="true">供</b>
        <span>供应商平台</span>
      </a>
      <nav className="sh-tabs" aria-label="业务范围">
        {/* Each tab has a menu of its own, and the menu comes with a full page only. */}
        {topTabs.map((tab) => (
          <a key={tab.id} href={href(tab.href)} data-reload="" aria-current={tab.current ? "true" : undefined}>
            {tab.label}
          </a>
        ))}
      </nav>
      <details className="sh-user" data-floating="">
        <summary>
          <b aria-hidden="true">{Array.from(user.name)[0]}</b>
          <span>{user.name}</span>
        </summary>
        <div className="sh-pop">
          <p>
            {user.name}
            <small>{`账号 ${user.account}`}</small>
            {user.supplierName ? <small>{user.supplierName}</small> : null}
          </p>
          <a href={href("/account/inbox")}>与我有关的动态</a>
          <a href={href("/account/logout")}>退出登录</a>
        </div>
      </details>
    </header>
  );
}

function SideBar({ model, onChoose }: { model: ShellModel; onChoose: (value: "open" | "closed") => void }) {
  const { href } = useAddress();
  const fragments = useContext(FragmentsContext);
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const button = submitterOf(event);
    postQuietly(event.currentTarget, button);
    onChoose(button?.value === "open" ? "open" : "closed");
  }
  return (
    <>
      <details className="sh-burger" data-floating="">
        <summary aria-label="菜单" />
      </details>
      <div className="sh-side">
        <div className="sh-nav">
          <nav
            aria-label="主菜单"
            data-fragment="menu"
            dangerouslySetInnerHTML={{ __html: fragments.menu ?? "" }}
            suppressHydrationWarning
          />
          <form className="sh-fold" method="post" action={href("/shell/preferences")} onSubmit={send}>
            <input type="hidden" name="_csrf" value={model.csrf} />
            <input type="hidden" name="from" value={model.path} />
            <button type="submit" name="sidebar" value="closed">
              <b aria-hidden="true">«</b>
              <span>收起菜单</span>
            </button>
            <button type="submit" name="sidebar" value="open">
              <b aria-hidden="true">»</b>
              <span>展开菜单</span>
            </button>
          </form>
        </div>
      </div>
    </>
  );
}

function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  const { href } = useAddress();
  if (crumbs.length === 0) return null;
  return (
    <nav className="sh-crumbs" aria-label="当前位置">
      <ol>
        {crumbs.map((crumb, index) => (
          <li
            key={`${crumb.href ?? ""} ${crumb.label}`}
            aria-current={index === crumbs.length - 1 ? "page" : undefined}
          >
            {crumb.href ? <a href={href(crumb.href)}>{crumb.label}</a> : crumb.label}
          </li>
        ))}
      </ol>
    </nav>
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

function submitterOf(event: FormEvent): HTMLButtonElement | null {
  const { nativeEvent } = event;
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  return submitter instanceof HTMLButtonElement ? submitter : null;
}
