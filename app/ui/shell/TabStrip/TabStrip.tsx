import { useRef } from "react";
import { useAddress } from "~/ui/address";
import type { StripModel, StripTab } from "./strip";
import { useStripGestures } from "./strip-gestures";
import { useTabScroll } from "./tab-scroll";
import { useStrip } from "./use-strip";

interface TabStripProps {
  strip: StripModel;
  csrf: string;
  /** The page one is on; without script one comes back to it. */
  from: string;
}

/**
 * The open pages. Links, a button to close each, and a menu of buttons in a `<details>`; scripts add the right mouse button,
 * keys, dragging, and change the strip without asking for the page anew.
 */
export function TabStrip({ strip: loaded, csrf, from }: TabStripProps) {
  const { href } = useAddress();
  const nav = useRef<HTMLElement>(null);
  const { strip, message, press, change } = useStrip(loaded, nav);
  useTabScroll(strip, from);
  const gestures = useStripGestures(nav, strip, change);
  return (
    <nav className="ot" aria-label="打开的页面" ref={nav} {...gestures}>
      <form method="post" action={href("/shell/tabs")} onSubmit={press}>
        <input type="hidden" name="_csrf" value={csrf} />
        <input type="hidden" name="from" value={from} />
        <ul>
          {strip.tabs.map((tab, index) => (
            <Tab key={tab.id} tab={tab} isHome={index === 0} isCurrent={tab.id === strip.current} />
          ))}
        </ul>
      </form>
      <output className="ot-say">
        {message ? (
          <span key={message.nonce} className="no" data-level="info" data-msg={message.msg}>
            {message.text}
          </span>
        ) : null}
      </output>
    </nav>
  );
}

function Tab({ tab, isHome, isCurrent }: { tab: StripTab; isHome: boolean; isCurrent: boolean }) {
  const { href } = useAddress();
  const { id, title, pinned } = tab;
  const button = (intent: string, label: string) => (
    <button type="submit" name="intent" value={`${intent}:${id}`}>
      {label}
    </button>
  );
  return (
    <li data-tab={id} data-pinned={pinned}>
      <a
        href={href(tab.href)}
        title={title.length > 10 ? title : undefined}
        aria-current={isCurrent ? "page" : undefined}
        data-reload={tab.reload ? "" : undefined}
      >
        {title}
      </a>
      <details data-floating="">
        <summary aria-label={`${title}：标签操作`} />
        <div className="ot-pop">
          {button("refresh", "刷新")}
          {isHome ? null : button("pin", pinned ? "取消固定" : "固定")}
          {button("close", "关闭当前")}
          {button("others", "关闭其他")}
          {button("left", "关闭左侧")}
          {button("right", "关闭右侧")}
          {button("all", "关闭全部")}
        </div>
      </details>
      {isHome ? null : (
        <button
          type="submit"
          name="intent"
          value={`${pinned ? "pin" : "close"}:${id}`}
          aria-label={`${pinned ? "取消固定" : "关闭标签"}：${title}`}
        />
      )}
    </li>
  );
}
