import { type FormEvent, useContext } from "react";
import { useAddress } from "~/ui/address";
import { FragmentsContext } from "~/ui/fragments";
import type { ShellModel } from "~/ui/model";
import { postQuietly } from "../quiet-post";

interface SideBarProps {
  model: ShellModel;
  onChoose: (value: "open" | "closed") => void;
}

/** The menu of the current top tab; on a phone a drawer behind a button. */
export function SideBar({ model, onChoose }: SideBarProps) {
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

function submitterOf(event: FormEvent): HTMLButtonElement | null {
  const { nativeEvent } = event;
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  return submitter instanceof HTMLButtonElement ? submitter : null;
}
