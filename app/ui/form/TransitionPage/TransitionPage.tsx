import { Form } from "@remix-run/react";
import { Fragment, type ReactNode, useRef } from "react";
import { useAddress } from "~/ui/address";
import { MantineFrame } from "~/ui/mantine/MantineFrame";
import type { TransitionModel } from "~/ui/model/form";
import { Facts } from "~/ui/record/Facts/Facts";
import { Files } from "~/ui/record/Facts/Files";
import { cellText } from "~/ui/table/CellText";
import { FoldedTable } from "~/ui/table/FoldedTable/FoldedTable";
import { linesStack } from "~/ui/table/needed-width";
import { FormTop } from "../FormTop/FormTop";
import { Field } from "../fields/Field";
import { useFormFocus } from "../form-focus";
import { formType } from "../form-type";
import { LineControl } from "../LineControl/LineControl";
import { usePending } from "../pending";
import { Secrets } from "../Secrets";
import { markSent } from "../server-value";

/**
 * One step of a record's life: what will happen, what the checks found, what is asked for, and the button that does it.
 * @param props.above what has to be read before it
 */
export function TransitionPage({ model, above }: { model: TransitionModel; above?: ReactNode }) {
  const { path, href } = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const { busy } = usePending();
  useFormFocus(form, model);
  return (
    <MantineFrame>
      <Form
        ref={form}
        key={model.action}
        className="fm tr"
        method="post"
        encType={formType(model.controls)}
        action={path(model.action)}
        onSubmit={(event) => markSent(event.currentTarget)}
      >
        <Secrets secrets={model.secrets} version={model.version} />
        <h1>{model.title}</h1>
        <FormTop problem={model.problem} errors={model.errors} />
        {above}
        <p className="tr-question">{model.question}</p>
        <Facts facts={model.facts} prominent />
        <Findings findings={model.findings} />
        {model.beside?.map((section) =>
          section.kind === "preview" ? null : (
            <section key={section.title} aria-label={section.title}>
              <h2>{section.title}</h2>
              {section.kind === "facts" ? <Facts facts={section.facts} /> : <FoldedTable table={section.table} />}
            </section>
          ),
        )}
        {model.controls.length > 0 && !model.blocked ? (
          <div className="fm-grid" data-narrow="">
            {model.controls.map((control) => (
              <Field key={control.name} control={control} />
            ))}
          </div>
        ) : null}
        <Pair preview={model.beside?.find((section) => section.kind === "preview")}>
          {model.lines && !model.blocked ? <TransitionLines lines={model.lines} /> : null}
        </Pair>
        <div className="fm-bar">
          {model.blocked ? (
            <p className="er">有阻止项，现在不能{model.label}。</p>
          ) : (
            <button
              type="submit"
              className="bt"
              data-tone={model.tone === "danger" ? "danger" : "primary"}
              data-fill={model.tone === "danger" ? "" : undefined}
              disabled={busy}
            >
              {busy ? "处理中…" : model.label}
            </button>
          )}
          {model.next && !model.blocked ? (
            <button type="submit" className="bt" name="_intent" value="then" disabled={busy}>
              {model.next}
            </button>
          ) : null}
          <a className="bt" href={href(model.cancelHref)}>
            {model.blocked || model.label.startsWith("取消") ? "返回" : "取消"}
          </a>
        </div>
        {model.others ? <Others others={model.others} /> : null}
      </Form>
    </MantineFrame>
  );
}

type Preview = Extract<NonNullable<TransitionModel["beside"]>[number], { kind: "preview" }>;

/** A paper on the left, what was typed after it on the right; below each other where there is no room. */
function Pair({ preview, children }: { preview: Preview | undefined; children: ReactNode }) {
  if (!preview) return children;
  return (
    <div className="tr-pair">
      <section aria-label={preview.title}>
        <h2>{preview.title}</h2>
        {preview.files.length === 0 ? <p>没有文件</p> : null}
        {preview.files.map((file) => (
          <Paper key={file.id} file={file} />
        ))}
      </section>
      {children}
    </div>
  );
}

function Paper({ file: { name, size, href: to, view, note, framed } }: { file: Preview["files"][number] }) {
  const { href } = useAddress();
  return (
    <figure>
      <figcaption>
        {to ? (
          <a href={href(to)} download="" data-reload="">
            {name}
          </a>
        ) : (
          name
        )}{" "}
        <small>{size}</small> {note}{" "}
        {view ? (
          <a href={href(view)} target="_blank" rel="noreferrer" data-reload="">
            在新窗口打开
          </a>
        ) : null}
      </figcaption>
      {view && framed ? <iframe src={href(view)} title={name} loading="lazy" /> : null}
      {view && !framed ? <img src={href(view)} alt={name} /> : null}
    </figure>
  );
}

function Others({ others }: { others: NonNullable<TransitionModel["others"]> }) {
  const { href } = useAddress();
  return (
    <nav aria-label="其他办理">
      也可以：
      {others.map((other, at) => (
        <Fragment key={other.href}>
          {at > 0 ? "、" : null}
          <a href={href(other.href)}>{other.label}</a>
        </Fragment>
      ))}
    </nav>
  );
}

const findingWords = { note: "提示", warn: "提醒", block: "阻止" };

const noticeLevels = { note: "info", warn: "warning", block: "error" };

function Findings({ findings }: Pick<TransitionModel, "findings">) {
  const { href } = useAddress();
  if (findings.length === 0) return null;
  return (
    <ul className="tr-findings" aria-label="检查结果">
      {findings.map(({ level, text, cure }) => (
        <li key={text} className="no" data-level={noticeLevels[level]}>
          <p>
            <strong>{findingWords[level]}</strong> {text} {cure ? <a href={href(cure.href)}>{cure.label}</a> : null}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Rows with something to fill in. The columns name the cells first, then the controls. */
function TransitionLines({ lines }: { lines: NonNullable<TransitionModel["lines"]> }) {
  const address = useAddress();
  const { title, columns, rows } = lines;
  const side = (index: number) => (columns[index]?.align === "end" ? "n" : undefined);
  return (
    <section className="le" aria-label={title}>
      <h2>{title}</h2>
      <div
        className="dt"
        data-scroll="inner"
        data-edit=""
        data-stack={linesStack(
          columns.map(({ label }) => label),
          rows[0]?.controls ?? [],
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
            {rows.map(({ id, cells, controls }, number) => (
              <tr key={id}>
                {cells.map((cell, index) => (
                  <td key={columns[index]?.label} className={side(index)} data-label={columns[index]?.label}>
                    {cell.files ? (
                      <Files fact={{ ...cell, label: columns[index]?.label ?? "" }} />
                    ) : (
                      cellText(cell, address)
                    )}
                  </td>
                ))}
                {controls.map((control, index) => (
                  <td
                    key={control.name}
                    className={side(cells.length + index)}
                    data-label={columns[cells.length + index]?.label}
                  >
                    <LineControl control={control} row={`第 ${number + 1} 行`} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
