import { useAddress } from "~/ui/address";
import type { Fact } from "~/ui/model/record";
import type { Table } from "~/ui/model/table";
import { Facts } from "~/ui/record/Facts/Facts";
import { DataTable } from "~/ui/table/DataTable/DataTable";

export interface TrailEntryModel {
  heading: string;
  facts: Fact[];
  note?: string;
  table?: Table;
  backHref: string;
}

/** One entry of the audit trail: who, when, from where, and what was there before and after. */
export function TrailEntry({ model }: { model: TrailEntryModel }) {
  const { href } = useAddress();
  const { heading, facts, note, table, backHref } = model;
  return (
    <article className="rc">
      <header>
        <p className="rc-kind">
          <a href={href(backHref)}>‹ 操作日志</a>
        </p>
        <h1>{heading}</h1>
      </header>
      <section aria-labelledby="te-facts">
        <h2 id="te-facts">操作</h2>
        <Facts facts={facts} />
        {note ? <p className="rc-none">{note}</p> : null}
      </section>
      <section aria-labelledby="te-changes">
        <h2 id="te-changes">变更内容</h2>
        {table ? <DataTable table={table} scroll="page" /> : <p className="rc-none">这次操作没有改变字段的内容。</p>}
      </section>
    </article>
  );
}
