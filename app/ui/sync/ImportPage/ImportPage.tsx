import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";

export interface ImportModel {
  title: string;
  action: string;
  templateHref: string;
  cancelHref: string;
  csrf: string;
  /** What the control of the file is called. */
  fileLabel: string;
  help: string;
  /** How the rows are understood. */
  note: string;
  /** What happens where a row cannot be imported; absent where there is no choice. */
  modes?: { value: string; label: string; help: string }[];
  mode?: string;
  columns: { label: string; help: string }[];
  error?: string;
}

/** Takes a file of records; what it would do is shown before anything is done. */
export function ImportPage({ model, busy }: { model: ImportModel; busy: boolean }) {
  const { path, href } = useAddress();
  const { title, action, templateHref, cancelHref, csrf, fileLabel, help, note, modes, mode, columns, error } = model;
  return (
    <Form method="post" action={path(action)} encType="multipart/form-data" className="fm">
      <input type="hidden" name="_csrf" value={csrf} />
      <h1>{title}</h1>
      <section aria-labelledby="im-file">
        <h2 id="im-file">文件</h2>
        <div className="fm-grid">
          <div className="fd">
            <label className="fd-label" htmlFor="f-file">
              {fileLabel}
              <span className="fd-star" aria-hidden="true">
                {" *"}
              </span>
            </label>
            <div className="fd-in fu">
              <input
                id="f-file"
                type="file"
                name="file"
                required
                accept=".xlsx,.csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv"
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? "f-file-error f-file-help" : "f-file-help"}
              />
            </div>
            {error ? (
              <p className="fd-error" id="f-file-error" role="alert">
                {error}
              </p>
            ) : null}
            <p className="fd-help" id="f-file-help">
              {help}{" "}
              <a href={href(templateHref)} download>
                下载模板
              </a>
            </p>
          </div>
          {modes ? (
            <div className="fd">
              <label className="fd-label" htmlFor="f-mode">
                有错误时
              </label>
              <div className="fd-in">
                <select id="f-mode" className="in" name="mode" defaultValue={mode} aria-describedby="f-mode-help">
                  {modes.map((one) => (
                    <option key={one.value} value={one.value}>
                      {one.label}
                    </option>
                  ))}
                </select>
              </div>
              <p className="fd-help" id="f-mode-help">
                {modes.map((one) => `${one.label}：${one.help}`).join("。")}。
              </p>
            </div>
          ) : null}
        </div>
      </section>
      <section aria-labelledby="im-columns">
        <h2 id="im-columns">可以导入的列</h2>
        <dl className="fa">
          {columns.map((column) => (
            <div key={column.label}>
              <dt>{column.label}</dt>
              <dd>{column.help || "–"}</dd>
            </div>
          ))}
        </dl>
        <p className="fd-help">{note}</p>
      </section>
      <div className="fm-bar">
        <button type="submit" className="bt" data-tone="primary" disabled={busy}>
          {busy ? "检查中…" : "上传并检查"}
        </button>
        <a className="bt" href={href(cancelHref)}>
          取消
        </a>
      </div>
    </Form>
  );
}
