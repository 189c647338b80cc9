import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import { usePending } from "~/ui/form/pending";
import { Secrets } from "~/ui/form/Secrets";
import type { AssignConfirm } from "../model";

/** What a choice changes, before it does. */
export function Confirm({ confirm }: { confirm: AssignConfirm }) {
  const { href, path } = useAddress();
  const { busy } = usePending();
  const { action, version, secrets, summary, lists, warnings, hidden } = confirm;
  return (
    <Form method="post" action={path(action)} className="fm as-confirm">
      <Secrets secrets={secrets} version={version} />
      {hidden.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <h2 tabIndex={-1}>{summary}</h2>
      {warnings.map((warning) => (
        <div key={warning} className="no" data-level="warning">
          <p>{warning}</p>
        </div>
      ))}
      <dl className="as-changes">
        {lists.map(({ label, items }) => (
          <div key={label}>
            <dt>{label}</dt>
            {items.map((item) => (
              <dd key={item}>{item}</dd>
            ))}
          </div>
        ))}
      </dl>
      <div className="fm-bar">
        <button type="submit" className="bt" data-tone="primary" name="_intent" value="save" disabled={busy}>
          {busy ? "处理中…" : "保存"}
        </button>
        <a className="bt" href={href(action)}>
          取消
        </a>
      </div>
    </Form>
  );
}
