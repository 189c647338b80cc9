import { useAddress } from "~/ui/address";
import { KeyList } from "./KeyList";
import { SINGLE_KEYS } from "./key-groups";

interface KeysPageProps {
  single: boolean;
  csrf: string;
}

/** All keys, and the switch for those that are a single sign. */
export function KeysPage({ single, csrf }: KeysPageProps) {
  const { href } = useAddress();
  return (
    <div className="ky-page">
      <h1>键盘快捷键</h1>
      <p>快捷键都只是捷径：所有操作用 Tab 和 Enter 也能完成。正在输入时，除 Ctrl + Enter 外都不起作用。</p>
      <KeyList level="h2" />
      <form method="post" action={href("/account/keys")}>
        <input type="hidden" name="_csrf" value={csrf} />
        <p>
          {single
            ? `单键快捷键（${SINGLE_KEYS}）已启用。使用语音输入或容易误触时可以停用。`
            : `单键快捷键（${SINGLE_KEYS}）已停用。`}
        </p>
        <button type="submit" className="bt" name="single" value={single ? "off" : "on"}>
          {single ? "停用单键快捷键" : "启用单键快捷键"}
        </button>
      </form>
    </div>
  );
}
