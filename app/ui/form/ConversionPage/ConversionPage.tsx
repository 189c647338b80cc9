import { Form } from "@remix-run/react";
import { useRef } from "react";
import { type Address, useAddress } from "~/ui/address";
import { MantineFrame } from "~/ui/mantine/MantineFrame";
import type { ConversionModel } from "~/ui/model/form";
import { cellText } from "~/ui/table/CellText";
import { linesStack } from "~/ui/table/needed-width";
import { FormTop } from "../FormTop/FormTop";
import { Field } from "../fields/Field";
import { useFormFocus } from "../form-focus";
import { LineControl } from "../LineControl/LineControl";
import { type Pending, usePending } from "../pending";
import { Secrets } from "../Secrets";

/**
 * Open lines of other documents, a tick and a quantity beside each, and the button that makes documents of them. One form: looking for
 * others and turning the page post what was ticked and typed, and get it back.
 */
export function ConversionPage({ model }: { model: ConversionModel }) {
  const { path } = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const pending = usePending();
  useFormFocus(form, model);
  return (
    <MantineFrame>
      <Form ref={form} className="fm tr" method="post" action={path(model.action)} noValidate>
        <Secrets secrets={model.secrets} />
        <input type="hidden" name="_page" value={model.page} />
        <h1>{model.title}</h1>
        <FormTop problem={model.problem} errors={model.errors} />
        <p className="tr-question">{model.question}</p>
        <Find model={model} />
        <div key={model.secrets.once}>
          {model.kept.map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          {model.rows.length > 0 ? (
            <ConversionLines model={model} />
          ) : (
            <p className="ch-none">没有可以选择的行，请换个条件查找。</p>
          )}
        </div>
        <Pages model={model} />
        <Bar model={model} pending={pending} />
      </Form>
    </MantineFrame>
  );
}

/** The first button of the form: Enter in any field looks for lines, and makes nothing. */
function Find({ model }: { model: ConversionModel }) {
  const { source, text, filters, chosenOnly } = model;
  return (
    <div className="cv-find">
      {source?.ids.map((id) => (
        <input key={id} type="hidden" name="_source" value={id} />
      ))}
      <div className="ch-find">
        <input
          className="in"
          type="search"
          name="q"
          defaultValue={text}
          maxLength={100}
          placeholder="单号或物料"
          aria-label="单号或物料"
          autoComplete="off"
        />
        <button type="submit" className="bt" name="_intent" value="find">
          {chosenOnly ? "继续选择" : "查找"}
        </button>
      </div>
      {filters.length > 0 ? (
        <div className="fm-grid" data-narrow="">
          {filters.map((control) => (
            <Field key={control.name} control={control} />
          ))}
        </div>
      ) : null}
      {source ? (
        <label className="cv-pick">
          <input type="checkbox" name="_everywhere" value="1" />
          <span>{source.label}；勾选后查找全部</span>
        </label>
      ) : null}
    </div>
  );
}

function ConversionLines({ model }: { model: ConversionModel }) {
  const address = useAddress();
  const { title, columns, rows } = model;
  const side = (index: number) => (columns[index]?.align === "end" ? "n" : undefined);
  return (
    <section className="le" aria-label={title}>
      <div
        className="dt"
        data-scroll="inner"
        data-edit=""
        data-stack={linesStack(
          columns.map(({ label }) => label),
          rows[0] ? [rows[0].control] : [],
          false,
        )}
      >
        <table>
          <caption className="vh">{title}</caption>
          <thead>
            <tr>
              {columns.map(({ label }, index) => (
                <th key={label} scope="col" className={side(index)}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row" data-label={columns[0]?.label}>
                  <Pick row={row} address={address} />
                </th>
                {row.cells.map((cell, index) => (
                  <td
                    key={columns[index + 1]?.label}
                    className={side(index + 1)}
                    data-label={columns[index + 1]?.label}
                  >
                    {cellText(cell, address)}
                  </td>
                ))}
                <td className={side(columns.length - 1)} data-label={columns.at(-1)?.label}>
                  <input type="hidden" name={`was.${row.id}`} value={row.was} />
                  <LineControl control={row.control} row={row.name.text} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Pick({ row, address }: { row: ConversionModel["rows"][number]; address: Address }) {
  const { id, name, picked, error } = row;
  return (
    <>
      <span className="cv-pick">
        <input
          type="checkbox"
          name="row"
          value={id}
          defaultChecked={picked}
          aria-label={`选择 ${name.text}`}
          aria-describedby={error ? `row-${id}-error` : undefined}
        />
        {cellText(name, address)}
      </span>
      {error ? (
        <p className="er" id={`row-${id}-error`}>
          {error}
        </p>
      ) : null}
    </>
  );
}

function Pages({ model: { page, hasPrevious, hasNext, elsewhere } }: { model: ConversionModel }) {
  if (!hasPrevious && !hasNext && elsewhere === 0) return null;
  return (
    <div className="cv-more">
      {hasPrevious ? (
        <button type="submit" className="bt" name="_intent" value="previous">
          上一页
        </button>
      ) : null}
      {hasPrevious || hasNext ? <span>第 {page} 页</span> : null}
      {hasNext ? (
        <button type="submit" className="bt" name="_intent" value="next">
          下一页
        </button>
      ) : null}
      {elsewhere > 0 ? <span>本页以外已勾选 {elsewhere} 行</span> : null}
    </div>
  );
}

function Bar({ model, pending: { busy, intent } }: { model: ConversionModel; pending: Pending }) {
  const { href } = useAddress();
  const { label, rows, elsewhere, offersLater, cancelHref } = model;
  return (
    <div className="fm-bar">
      {rows.length > 0 || elsewhere > 0 ? (
        <button type="submit" className="bt" data-tone="primary" name="_intent" value="make" disabled={busy}>
          {busy && intent === "make" ? "处理中…" : label}
        </button>
      ) : null}
      {offersLater ? (
        <button type="submit" className="bt" name="_intent" value="later" disabled={busy}>
          {busy && intent === "later" ? "处理中…" : "后台生成全部符合条件的行"}
        </button>
      ) : null}
      <a className="bt" href={href(cancelHref)}>
        返回列表
      </a>
    </div>
  );
}
