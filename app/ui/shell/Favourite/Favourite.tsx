import { type FormEvent, useContext, useState } from "react";
import { useAddress } from "~/ui/address";
import type { ShellModel } from "~/ui/model";
import { ShellContext } from "../context";
import { postQuietly } from "../quiet-post";

/** As many as a person may have; the server says so too. */
const MOST = 20;

/** The star beside the title of a page that is a menu entry: its page stands on home. */
export function Favourite() {
  const shell = useContext(ShellContext);
  if (!shell?.favourite) return null;
  const { favourite, csrf, path } = shell;
  return <Star key={`${favourite.name} ${favourite.on}`} favourite={favourite} csrf={csrf} path={path} />;
}

function Star({
  favourite,
  csrf,
  path,
}: {
  favourite: NonNullable<ShellModel["favourite"]>;
  csrf: string;
  path: string;
}) {
  const { href } = useAddress();
  const [on, turn] = useState(favourite.on);
  function send(event: FormEvent<HTMLFormElement>) {
    // One too many: the page comes again and says so.
    if (!on && favourite.count >= MOST) return;
    event.preventDefault();
    postQuietly(event.currentTarget, null);
    turn(!on);
  }
  return (
    <form className="fv" method="post" action={href("/shell/favourites")} onSubmit={send}>
      <input type="hidden" name="_csrf" value={csrf} />
      <input type="hidden" name="from" value={path} />
      <input type="hidden" name="name" value={favourite.name} />
      <input type="hidden" name="on" value={on ? "0" : "1"} />
      <button type="submit" aria-label={`收藏${favourite.label}`} aria-pressed={on} title={on ? "取消收藏" : "收藏"}>
        {on ? "★" : "☆"}
      </button>
    </form>
  );
}
