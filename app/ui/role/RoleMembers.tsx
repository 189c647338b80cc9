import { useAddress } from "~/ui/address";
import type { Table } from "~/ui/model/table";
import { DataTable } from "~/ui/table/DataTable/DataTable";
import { Steps } from "~/ui/table/Pager/Steps";

interface RoleMembersModel {
  title: string;
  total: string;
  table: Table;
  page: number;
  previous?: string;
  next?: string;
  backHref: string;
}

/** Accounts that hold a role. Who gets a role is decided at the account. */
export function RoleMembers({ model }: { model: RoleMembersModel }) {
  const { href } = useAddress();
  return (
    <article className="rc">
      <header>
        <p className="rc-kind">
          <a href={href(model.backHref)}>‹ 返回角色</a>
          <span>{model.total}</span>
        </p>
        <h1>{model.title}</h1>
      </header>
      {model.table.rows.length > 0 ? (
        <DataTable table={model.table} scroll="page" />
      ) : (
        <p className="rc-none">还没有用户持有该角色。</p>
      )}
      <Steps page={model.page} previous={model.previous} next={model.next} />
    </article>
  );
}
