import { useEffect, useRef } from "react";
import { useAddress } from "~/ui/address";
import type { StatesModel } from "~/ui/model/record";
import { DataTable } from "~/ui/table/DataTable/DataTable";

/** The states of a document as a picture drawn by the server, and the same as a table. */
export function StatesPage({ model }: { model: StatesModel }) {
  const { href } = useAddress();
  const { title, state, picture, table, backHref } = model;
  const drawn = useRef<HTMLElement>(null);
  // A wide picture begins where the record stands, not at its left end.
  useEffect(() => {
    const frame = drawn.current;
    const now = frame?.querySelector("[data-current]")?.getBoundingClientRect();
    if (!frame || !now) return;
    const { left, width } = frame.getBoundingClientRect();
    frame.scrollLeft += now.left + now.width / 2 - left - width / 2;
  }, []);
  return (
    <article className="rc">
      <header>
        <p className="rc-kind">
          <a href={href(backHref)}>‹ 返回</a>
        </p>
        <h1>
          {title}
          {state ? (
            <span className="bd" data-tone={state.tone}>
              {state.label}
            </span>
          ) : null}
        </h1>
        <p className="sd-key">粗框为当前状态，粗线为已走过的步骤；虚线回到之前的状态，点线由系统完成。</p>
      </header>
      <section
        ref={drawn}
        className="sd"
        aria-label="状态图"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide picture is scrolled with the keyboard
        tabIndex={0}
        dangerouslySetInnerHTML={{ __html: picture }}
      />
      <section aria-label={table.caption}>
        <h2>{table.caption}</h2>
        <DataTable table={table} scroll="page" />
        <p className="sd-key">「由谁」是初始授权，可由管理员调整。</p>
      </section>
    </article>
  );
}
