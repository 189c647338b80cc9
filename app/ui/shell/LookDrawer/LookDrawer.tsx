import { useEffect, useRef, useState } from "react";
import { changePreferences, PREFERENCE_NAMES, type PreferenceName, wireOf } from "~/shared/preferences";
import { PreferenceFields } from "~/ui/account/CustomPage/PreferenceFields";
import { useAddress } from "~/ui/address";
import type { ShellModel } from "~/ui/model";
import { choose, useChosen } from "~/ui/theme/chosen";
import { lookOf } from "~/ui/theme/palette";
import { arrangeMenu } from "../top-menu";

/** What shows at the next page only: lists are not read again under somebody's hands. */
const LATER: readonly PreferenceName[] = ["pageSize", "multiTab"];

/** 个性化设置 beside the page: what is chosen shows at once and is kept in the background, one change after the other. */
export function LookDrawer({ model, onClose }: { model: ShellModel; onClose: () => void }) {
  const { href } = useAddress();
  const preferences = useChosen()?.preferences ?? model.preferences;
  const dialog = useRef<HTMLDialogElement>(null);
  const line = useRef(Promise.resolve());
  const [note, setNote] = useState("");
  useEffect(() => {
    // Strict mode runs effects twice; an open dialog must not be opened.
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  function change(name: PreferenceName, value: string) {
    const changed = changePreferences(preferences, { [name]: value });
    if ("complaints" in changed) return setNote(changed.complaints.map(({ message }) => message).join("，"));
    arrangeMenu(changed.preferences.layout);
    choose({ preferences: changed.preferences, look: lookOf(changed.preferences) });
    setNote(LATER.includes(name) ? "下次打开页面时生效" : "");
    const body = new URLSearchParams({ _csrf: model.csrf, from: model.path, [name]: value });
    line.current = line.current
      .then(() => send(body))
      .then((kept) => {
        if (!kept) setNote("没有保存成功，请检查网络后再试一次");
      });
  }

  /** The answer leads back to the page, where nobody goes: a redirect is a success. */
  async function send(body: URLSearchParams): Promise<boolean> {
    try {
      const answer = await fetch(href("/shell/preferences"), {
        method: "POST",
        body,
        redirect: "manual",
        keepalive: true,
      });
      return answer.ok || answer.type === "opaqueredirect";
    } catch {
      return false;
    }
  }

  return (
    <dialog
      ref={dialog}
      className="lk pf"
      aria-label="个性化设置"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
      onKeyDown={() => undefined}
    >
      <header>
        <h2>个性化设置</h2>
        <button type="button" className="bt" data-quiet="" onClick={() => dialog.current?.close()}>
          关闭
        </button>
      </header>
      <p role="status" className="pf-help">
        {note}
      </p>
      <PreferenceFields
        values={Object.fromEntries(PREFERENCE_NAMES.map((name) => [name, wireOf(preferences[name])]))}
        onChange={change}
        barred={preferences.layout === "sidemenu" ? ["contentWidth"] : ["sidebarOpen"]}
        without={["lite"]}
      />
      <p className="lk-foot">
        改动立即生效并自动保存。
        <a href={href("/account/custom")} data-reload="">
          极速模式、恢复默认
        </a>
      </p>
    </dialog>
  );
}
