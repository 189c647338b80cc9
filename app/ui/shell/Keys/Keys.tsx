import { useEffect, useRef, useState } from "react";
import { useAddress } from "~/ui/address";
import { KeyList } from "./KeyList";
import { useKeys } from "./use-keys";

/** Listens to the keys of the product, and lists them in a dialog when asked. Without script the list is a page. */
export function Keys({ single }: { single: boolean }) {
  const { href } = useAddress();
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useKeys(single, () => setOpen(true));
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <dialog ref={dialog} className="ky-box" aria-label="键盘快捷键" onClose={() => setOpen(false)}>
      <h2>键盘快捷键</h2>
      <KeyList level="h3" />
      <form method="dialog">
        <a href={href("/account/keys")} onClick={() => dialog.current?.close()}>
          设置
        </a>
        <button type="submit" className="bt" data-tone="primary">
          关闭
        </button>
      </form>
    </dialog>
  );
}
