import { useAddress } from "~/ui/address";
import { Datalists } from "~/ui/form/Datalists/Datalists";
import type { Table } from "~/ui/model/table";
import { FoldedTable } from "~/ui/table/FoldedTable/FoldedTable";
import { FiguresHead } from "./FiguresHead";

/** One thing that can be asked: a text, a day, or a choice. */
export interface InquiryField {
  name: string;
  label: string;
  kind: "text" | "date" | "select";
  value: string;
  placeholder?: string;
  /** The choices of a select. */
  options?: { value: string; label: string }[];
  /** Texts offered while one types. */
  suggestions?: string[];
  required?: boolean;
}

export interface InquiryModel {
  title: string;
  about: string;
  back: { label: string; href: string };
  /** Absent where there is nothing to ask for. */
  ask?: { action: string; button: string; fields: InquiryField[] };
  problem?: string;
  verdict?: { level: "success" | "warning" | "error"; text: string };
  links?: { label: string; href: string }[];
  tables: { title: string; empty: string; table: Table }[];
}

/** A question in the address and its answer: a form of GET, a sentence, tables. Complete without script, fit for paper. */
export function InquiryPage({ model }: { model: InquiryModel }) {
  const { href } = useAddress();
  const { ask, verdict } = model;
  return (
    <article className="rc">
      <FiguresHead title={model.title} about={model.about} back={model.back} />
      {ask ? (
        <form className="iq-ask" method="get" action={href(ask.action)}>
          {ask.fields.map((field) => (
            <div key={field.name}>
              <label htmlFor={`iq-${field.name}`}>{field.label}</label>
              <Control field={field} isWrong={model.problem !== undefined} />
            </div>
          ))}
          <button type="submit" className="bt" data-tone="primary">
            {ask.button}
          </button>
        </form>
      ) : null}
      {ask ? <Offered fields={ask.fields} /> : null}
      {model.problem ? (
        <p id="iq-problem" className="no" data-level="error" role="alert">
          {model.problem}
        </p>
      ) : null}
      {verdict ? (
        <p className="no" data-level={verdict.level} role="status">
          <strong>{verdict.text}</strong>
        </p>
      ) : null}
      {model.links && model.links.length > 0 ? (
        <p className="iq-links">
          {model.links.map((link) => (
            <a key={link.label} className="bt" href={href(link.href)}>
              {link.label}
            </a>
          ))}
        </p>
      ) : null}
      {model.tables.map(({ title, empty, table }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          {table.rows.length > 0 ? <FoldedTable table={table} /> : <p className="rc-none">{empty}</p>}
        </section>
      ))}
    </article>
  );
}

const listOf = (name: string) => `iq-list-${name}`;

/** What is offered while one types; outside the form, where it takes no place in its grid. */
function Offered({ fields }: { fields: readonly InquiryField[] }) {
  const lists = fields.flatMap(({ name, suggestions = [] }) =>
    suggestions.length > 0 ? [{ id: listOf(name), options: suggestions }] : [],
  );
  return lists.length > 0 ? <Datalists lists={lists} /> : null;
}

function Control({ field, isWrong }: { field: InquiryField; isWrong: boolean }) {
  const { name, kind, value, options = [], suggestions = [], placeholder, required } = field;
  const described = isWrong ? { "aria-describedby": "iq-problem" } : {};
  if (kind === "select")
    return (
      <select className="in" id={`iq-${name}`} name={name} defaultValue={value} {...described}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  const list = suggestions.length > 0 ? listOf(name) : undefined;
  return (
    <input
      className="in"
      id={`iq-${name}`}
      type={kind}
      name={name}
      defaultValue={value}
      maxLength={100}
      {...(placeholder ? { placeholder } : {})}
      {...(required ? { required: true } : {})}
      {...(list ? { list } : {})}
      {...described}
    />
  );
}
