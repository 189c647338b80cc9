import { type FormEvent, useState } from "react";
import { useAddress } from "~/ui/address";
import { postQuietly } from "../quiet-post";
import type { WarningCard } from "../shell-model";

const HOME = "/qiaqia/home";

interface WarningsProps {
  warnings: WarningCard[];
  csrf: string;
  /** The page one is on; without script one comes back to it. */
  from: string;
}

/**
 * Cards that stay on every page until somebody acts or puts them away: one line beside the breadcrumb that opens, so that the work begins
 * high up; all of them on the home page.
 */
export function Warnings({ warnings, csrf, from }: WarningsProps) {
  const { href } = useAddress();
  const [closed, setClosed] = useState<readonly string[]>([]);
  const open = warnings.filter((card) => !closed.includes(keyOf(card)));
  if (open.length === 0) return null;
  function close(event: FormEvent<HTMLFormElement>, card: WarningCard) {
    event.preventDefault();
    postQuietly(event.currentTarget, null);
    setClosed([...closed, keyOf(card)]);
  }
  return (
    <section className="sh-warnings" aria-label="预警">
      <details open={from === HOME} key={from === HOME ? HOME : ""}>
        <summary>
          <b>{`预警${open.length}`}</b>
          <span>{open.map(({ text }) => text).join("；")}</span>
        </summary>
        <ul>
          {open.map((card) => (
            <li key={keyOf(card)} className="no" data-level="warning">
              <p>{card.text}</p>
              <a className="bt" data-quiet="" href={href(card.href)} aria-label={`去处理：${card.text}`}>
                去处理
              </a>
              <form method="post" action={href("/shell/warnings")} onSubmit={(event) => close(event, card)}>
                <input type="hidden" name="_csrf" value={csrf} />
                <input type="hidden" name="from" value={from} />
                <input type="hidden" name="kind" value={card.kind} />
                <input type="hidden" name="object" value={card.object} />
                <button type="submit" className="bt" data-quiet="" aria-label={`关闭：${card.text}`}>
                  关闭
                </button>
              </form>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** Another text is another warning: a group that has grown is shown again. */
function keyOf({ kind, object, text }: WarningCard): string {
  return `${kind} ${object} ${text}`;
}
