import { useAddress } from "~/ui/address";
import type { FormModel } from "~/ui/model/form";

/**
 * What was typed earlier and not saved: the form shows it, or it waits beside what the form shows. Stands within the form, whose
 * text it keeps as it is.
 */
export function DraftBar({ model, busy }: { model: Pick<FormModel, "draft" | "waiting" | "draftId">; busy: boolean }) {
  const { draft, waiting, draftId } = model;
  return (
    <>
      <input type="hidden" name="_draft" value={draftId} />
      {draft ? (
        <div className="no df">
          <p>以下是您于 {draft.at} 暂存的内容，还没有保存。</p>
          <Discard intent="discard" busy={busy} />
        </div>
      ) : null}
      {waiting ? <Waiting waiting={waiting} alone={!draft} busy={busy} /> : null}
    </>
  );
}

function Waiting({
  waiting,
  alone,
  busy,
}: {
  waiting: NonNullable<FormModel["waiting"]>;
  alone: boolean;
  busy: boolean;
}) {
  const { href } = useAddress();
  const { rows, full } = waiting;
  const [only] = rows;
  return (
    <div className="no df" data-level="warning">
      <input type="hidden" name="_waiting" value="1" />
      {alone && rows.length === 1 && only ? (
        <>
          <p>
            您于 {only.at} 暂存过未保存的内容：{only.words}
          </p>
          <a className="bt" href={href(only.href)}>
            继续填写
          </a>
          <Discard intent={`discard.${only.id}`} busy={busy} />
        </>
      ) : (
        <>
          <p id="df-waiting">
            {alone ? `您暂存过未保存的内容，共 ${rows.length} 份：` : `另有 ${rows.length} 份暂存过未保存的内容：`}
          </p>
          <ol aria-labelledby="df-waiting">
            {rows.map(({ id, at, words, href: to }, index) => (
              <li key={id}>
                <span>
                  {at}　{words}
                </span>
                <a className="bt" data-quiet="" href={href(to)} aria-label={`继续填写第 ${index + 1} 份`}>
                  继续填写
                </a>
                <Discard intent={`discard.${id}`} name={`放弃第 ${index + 1} 份`} busy={busy} />
              </li>
            ))}
          </ol>
        </>
      )}
      {full ? <p className="df-full">已到可以保留的份数，再暂存新的内容时，最早的一份不再保留。</p> : null}
    </div>
  );
}

function Discard({ intent, name, busy }: { intent: string; name?: string; busy: boolean }) {
  return (
    <button
      type="submit"
      className="bt"
      data-quiet={name ? "" : undefined}
      name="_intent"
      value={intent}
      aria-label={name}
      formNoValidate
      disabled={busy}
    >
      放弃
    </button>
  );
}
