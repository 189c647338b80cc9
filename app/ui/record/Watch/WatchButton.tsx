import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import type { Watch } from "~/ui/model/record";

const NAMED = 3;

/** 关注 or 取消关注; staff also read who watches. */
export function WatchButton({ watch }: { watch: Watch }) {
  const { path } = useAddress();
  const { action, on, names, csrf } = watch;
  return (
    <Form className="rc-watch" method="post" action={path(action)} preventScrollReset>
      <input type="hidden" name="_csrf" value={csrf} />
      <button type="submit" className="bt" data-quiet="" name="on" value={on ? "0" : "1"} aria-pressed={on}>
        {on ? "取消关注" : "关注"}
      </button>
      {names && names.length > 0 ? <span>{watchersText(names)}</span> : null}
    </Form>
  );
}

function watchersText(names: string[]): string {
  const shown = names.slice(0, NAMED).join("、");
  return names.length > NAMED ? `${shown}等${names.length}人关注` : `${shown}关注`;
}
