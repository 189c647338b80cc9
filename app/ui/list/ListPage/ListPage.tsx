import { Actions } from "~/ui/Actions/Actions";
import { useAddress } from "~/ui/address";
import type { ListModel } from "~/ui/model/list";
import { Favourite } from "~/ui/shell/Favourite/Favourite";
import { DataTable } from "~/ui/table/DataTable/DataTable";
import { rowsFacts } from "~/ui/table/drawn";
import { FilterBar } from "~/ui/table/FilterBar/FilterBar";
import { Pager } from "~/ui/table/Pager/Pager";
import { StateTabs } from "~/ui/table/StateTabs/StateTabs";
import { BatchForm } from "../BatchForm/BatchForm";
import { ExportMenu } from "../ExportMenu/ExportMenu";
import { ListTools, ViewLinks } from "../ListTools/ListTools";

/** A whole list: head, filters, quick tabs, table, pager. Its state is its address. */
export function ListPage({ model }: { model: ListModel }) {
  const { table } = model;
  return (
    <div className="ls">
      <header className="ls-head">
        <h1>{model.title}</h1>
        <Favourite />
        <span>{model.total}</span>
        <ListTools views={model.views} columnsHref={model.columnsHref} />
        <ExportMenu exports={model.exports} />
        <Actions actions={model.actions} />
      </header>
      <ViewLinks views={model.views} />
      <FilterBar
        filterAction={model.filterAction}
        hidden={model.hidden}
        filters={model.filters}
        filtersOpen={model.filtersOpen}
        filtersTyped={model.filtersTyped}
        chips={model.chips}
        clearHref={model.clearHref}
        datalists={model.datalists}
      />
      <StateTabs tabs={model.tabs} toggles={model.toggles} />
      {rowsFacts(table).count > 0 ? (
        <>
          {model.batch ? (
            <BatchForm batch={model.batch} table={table} />
          ) : (
            <DataTable table={table} scroll="page" fragment="rows" />
          )}
          <Pager model={model.pager} />
        </>
      ) : (
        <Empty model={model} />
      )}
    </div>
  );
}

function Empty({ model }: { model: ListModel }) {
  const { href } = useAddress();
  if (model.empty === "noMatch")
    return (
      <div className="ls-none">
        <p>没有符合当前条件的记录。</p>
        <p>
          可以去掉一个条件，或<a href={href(model.allHref)}>清除全部条件</a>。
        </p>
      </div>
    );
  return (
    <div className="ls-none">
      <p>{model.purpose}</p>
      <p>目前还没有记录。</p>
      <Actions actions={model.actions.filter(({ tone }) => tone === "primary")} />
    </div>
  );
}
