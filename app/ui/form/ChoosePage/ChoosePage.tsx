import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import type { ChooseModel } from "~/ui/model/form";
import { DataTable } from "~/ui/table/DataTable/DataTable";

/** Candidates for one field of a form, which waits meanwhile. Its state is its address. */
export function ChoosePage({ model }: { model: ChooseModel }) {
  const { path, href } = useAddress();
  const { title, label, action, hidden, text, table } = model;
  return (
    <div className="ch">
      <h1>{title}</h1>
      <Form key={text} method="get" action={path(action)} className="ch-find">
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input
          className="in"
          type="search"
          name="q"
          defaultValue={text}
          maxLength={100}
          placeholder="编码、名称或拼音"
          aria-label={`查找${label}`}
          autoComplete="off"
        />
        <button type="submit" className="bt" data-tone="primary">
          查找
        </button>
        <a className="bt" href={href(model.backHref)}>
          返回填写
        </a>
      </Form>
      {table.rows.length > 0 ? (
        <DataTable table={table} scroll="page" />
      ) : (
        <p className="ch-none">{text ? `没有找到「${text}」，请换个说法。` : `没有可以选择的${label}。`}</p>
      )}
      <Pages model={model} />
    </div>
  );
}

function Pages({ model: { page, previous, next } }: { model: ChooseModel }) {
  const { href } = useAddress();
  if (!previous && !next) return null;
  return (
    <nav className="ch-pages" aria-label="分页">
      {previous ? (
        <a className="bt" href={href(previous)} rel="prev">
          上一页
        </a>
      ) : null}
      <span>第 {page} 页</span>
      {next ? (
        <a className="bt" href={href(next)} rel="next">
          下一页
        </a>
      ) : null}
    </nav>
  );
}
