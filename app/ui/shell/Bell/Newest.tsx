import { useEffect, useState } from "react";
import { useAddress } from "~/ui/address";
import type { BellModel } from "../shell-model";
import { answerOf } from "./answer";

/** After that one is offered the page instead. */
const PATIENCE_MS = 2_000;

interface NewestProps {
  /** Asked anew whenever it changes. */
  turn: number;
  inbox: string;
  onUnread: (unread: number) => void;
}

/** The newest of each kind, asked for when the bell is opened. */
export function Newest({ turn, inbox, onUnread }: NewestProps) {
  const { href } = useAddress();
  const [model, setModel] = useState<BellModel | null>(null);
  const [isSlow, setSlow] = useState(false);
  const address = href("/shell/bell");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same again
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    void answerOf<BellModel>(address).then((answer) => {
      if (isOver) return;
      clearTimeout(timer);
      setSlow(answer === null);
      setModel(answer);
      if (answer) onUnread(answer.unread);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [turn, address, onUnread]);
  if (model) return <Tabs model={model} />;
  return (
    <p className="bl-none" role="status" data-msg={isSlow ? undefined : "Loading.."}>
      {isSlow ? <a href={href(inbox)}>加载较慢，打开消息中心</a> : "加载中…"}
    </p>
  );
}

function Tabs({ model }: { model: BellModel }) {
  const { href } = useAddress();
  const first = model.tabs.find(({ count }) => count > 0) ?? model.tabs[0];
  const [chosen, choose] = useState(first?.key);
  const shown = model.tabs.find(({ key }) => key === chosen) ?? first;
  if (!shown) return null;
  return (
    <>
      <div className="bl-tabs">
        {model.tabs.map(({ key, label, count }) => (
          <button key={key} type="button" aria-pressed={key === shown.key} onClick={() => choose(key)}>
            {count > 0 ? `${label} ${count}` : label}
          </button>
        ))}
      </div>
      {shown.entries.length === 0 ? (
        <p className="bl-none">{shown.none}</p>
      ) : (
        <ul aria-label={shown.label}>
          {shown.entries.map(({ title, text, at, href: to }) => {
            const inside = (
              <>
                <b>{title}</b>
                <span>{text}</span>
                {at ? <small>{at}</small> : null}
              </>
            );
            return (
              <li key={`${to} ${at} ${title} ${text}`}>
                {to ? (
                  <a className="bl-entry" href={href(to)}>
                    {inside}
                  </a>
                ) : (
                  <div className="bl-entry">{inside}</div>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
