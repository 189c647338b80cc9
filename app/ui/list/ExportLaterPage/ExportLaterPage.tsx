import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import type { ExportLaterModel } from "~/ui/model/list";
import { Facts } from "~/ui/record/Facts/Facts";

/** Asks in which form a list is to be exported beside the page. */
export function ExportLaterPage({ model, busy }: { model: ExportLaterModel; busy: boolean }) {
  const { path, href } = useAddress();
  const { title, text, facts, formats, format, contents, lines, action, cancelHref, csrf, error } = model;
  return (
    <Form method="post" action={path(action)} className="fm">
      <input type="hidden" name="_csrf" value={csrf} />
      <h1>{title}</h1>
      <div className="no" data-level={error ? "error" : "info"} role={error ? "alert" : undefined}>
        <p>{error ?? text}</p>
      </div>
      <section aria-label="导出范围">
        <Facts facts={facts} />
      </section>
      <section aria-label="文件">
        <div className="fm-grid">
          <Choice name="format" label="格式" options={formats} value={format} />
          {contents.length > 1 ? <Choice name="lines" label="内容" options={contents} value={lines} /> : null}
        </div>
      </section>
      <div className="fm-bar">
        <button type="submit" className="bt" data-tone="primary" disabled={busy}>
          {busy ? "提交中…" : "开始导出"}
        </button>
        <a className="bt" href={href(cancelHref)}>
          取消
        </a>
      </div>
    </Form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  options: { value: string; label: string }[];
  value: string;
}

function Choice({ name, label, options, value }: ChoiceProps) {
  return (
    <div className="fd">
      <label className="fd-label" htmlFor={`f-${name}`}>
        {label}
      </label>
      <div className="fd-in">
        <select id={`f-${name}`} className="in" name={name} defaultValue={value}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
