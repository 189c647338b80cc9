import { Form } from "@remix-run/react";
import { useRef } from "react";
import { type Address, useAddress } from "~/ui/address";
import { MantineFrame } from "~/ui/mantine/MantineFrame";
import type { BatchModel } from "~/ui/model/list";
import { cellText } from "~/ui/table/CellText";
import { FormTop } from "../FormTop/FormTop";
import { Field } from "../fields/Field";
import { useFormFocus } from "../form-focus";
import { usePending } from "../pending";
import { Secrets } from "../Secrets";

/** One step for several records: which they are, what the checks found on each, what is asked for, and the button that does it. */
export function BatchPage({ model }: { model: BatchModel }) {
  const address = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const { busy } = usePending();
  useFormFocus(form, model);
  const { rows, count, label } = model;
  return (
    <MantineFrame>
      <Form ref={form} className="fm tr" method="post" action={address.path(model.action)} noValidate>
        <Secrets secrets={model.secrets} />
        <input type="hidden" name="_back" value={model.back} />
        {model.needsReason ? <input type="hidden" name="_needs_reason" value="1" /> : null}
        <h1>{model.title}</h1>
        <FormTop errors={model.errors} />
        <p className="tr-question">{model.question}</p>
        {count > 0 && model.controls.length > 0 ? (
          <div className="fm-grid" data-narrow="">
            {model.controls.map((control) => (
              <Field key={control.name} control={control} />
            ))}
          </div>
        ) : null}
        {rows.length > 0 ? <BatchRows model={model} address={address} /> : null}
        <div className="fm-bar">
          {count > 0 ? (
            <button
              type="submit"
              className="bt"
              data-tone={model.tone === "danger" ? "danger" : "primary"}
              data-fill={model.tone === "danger" ? "" : undefined}
              disabled={busy}
            >
              {busy ? "处理中…" : `${label} ${count} 条`}
            </button>
          ) : null}
          <a className="bt" href={address.href(model.cancelHref)}>
            返回列表
          </a>
        </div>
      </Form>
    </MantineFrame>
  );
}

const findingWords = { note: "提示", warn: "提醒", block: "阻止" };

function BatchRows({ model, address }: { model: BatchModel; address: Address }) {
  const { columns, rows, title, label } = model;
  const side = (index: number) => (columns[index]?.align === "end" ? "n" : undefined);
  return (
    <section className="dt" data-scroll="page" aria-label={title}>
      <table>
        <caption className="vh">{title}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column.label} scope="col" className={side(index)}>
                {column.label}
              </th>
            ))}
            <th scope="col">检查结果</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, version, cells, findings, refusal }) => (
            <tr key={id} data-refused={refusal === undefined ? undefined : ""}>
              {cells.map((cell, index) => {
                const props = {
                  className: side(index),
                  "data-label": columns[index]?.label,
                  "data-badge": cell.tone ? "" : undefined,
                };
                const text = cellText(cell, address);
                return index > 0 ? (
                  <td key={columns[index]?.label} {...props}>
                    {text}
                  </td>
                ) : (
                  <th key={columns[index]?.label} scope="row" {...props}>
                    {refusal === undefined ? (
                      <input type="hidden" name="row" value={`${id}:${version}`} />
                    ) : (
                      <input type="hidden" name="_refused" value={`${id}:${version}`} />
                    )}
                    {text}
                  </th>
                );
              })}
              <td data-label="检查结果" data-wrap="anywhere">
                {refusal === undefined ? null : (
                  <p className="er">
                    不能{label}：{refusal}
                  </p>
                )}
                {findings.map(({ level, text }) => (
                  <p key={text} className="tr-finding" data-level={level}>
                    {findingWords[level]}：{text}
                  </p>
                ))}
                {refusal === undefined && findings.length === 0 ? "可以处理" : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
