import { Form } from "@remix-run/react";
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { useAddress } from "~/ui/address";
import type { ListBatch } from "~/ui/model/list";
import type { Table } from "~/ui/model/table";
import { DataTable } from "~/ui/table/DataTable/DataTable";

/**
 * A table whose rows can be chosen, and what can be done with those that are. The form only asks for the next page (GET), so
 * it works without script; with script the number of chosen rows is counted and all can be chosen at once.
 */
export function BatchForm({ batch, table }: { batch: ListBatch; table: Table }) {
  const { path, href } = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const { count, all, runsScript, choose } = usePicked(form, table);
  return (
    <Form
      ref={form}
      className="bb"
      method="get"
      action={path(batch.transitions[0]?.action ?? "")}
      onSubmit={leaveForPaper}
    >
      {batch.hidden.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <DataTable
        key={batch.picked ? "all" : "none"}
        table={table}
        scroll="page"
        fragment="rows"
        picked={batch.picked}
        pickAll={
          runsScript ? (
            <input
              type="checkbox"
              aria-label="全选本页"
              checked={count === all}
              onChange={(event: ChangeEvent<HTMLInputElement>) => choose(event.target.checked)}
            />
          ) : null
        }
      />
      <fieldset className="bb-bar">
        <legend className="vh">批量处理</legend>
        {runsScript ? (
          <p aria-live="polite">
            已选 <b>{count}</b> 条
          </p>
        ) : null}
        {runsScript ? (
          <button type="button" className="bt" data-quiet="" onClick={() => choose(count < all)}>
            {count < all ? "全选本页" : "取消全选"}
          </button>
        ) : (
          <a className="bt" data-quiet="" href={href(batch.pickAll.href)}>
            {batch.pickAll.label}
          </a>
        )}
        {batch.transitions.map(({ label, action, tone, reload }) => (
          <button
            key={action}
            type="submit"
            className="bt"
            data-tone={tone === "danger" ? "danger" : undefined}
            data-reload={reload ? "" : undefined}
            formAction={href(action)}
            disabled={runsScript && count === 0}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </Form>
  );
}

/** What is a document of its own is asked for as the browser alone would. */
function leaveForPaper(event: FormEvent<HTMLFormElement>) {
  const native = event.nativeEvent;
  const button = native instanceof SubmitEvent ? native.submitter : null;
  if (!(button instanceof HTMLButtonElement) || button.dataset.reload === undefined) return;
  event.preventDefault();
  const pairs = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
  window.location.assign(`${button.formAction}?${new URLSearchParams(pairs)}`);
}

/** Counts the chosen rows; the boxes themselves keep what was ticked, also before the script was there. */
function usePicked(form: React.RefObject<HTMLFormElement>, table: Table) {
  const [{ count, all }, setCounts] = useState({ count: 0, all: 0 });
  const [runsScript, setRunsScript] = useState(false);
  const boxes = () => [...(form.current?.querySelectorAll<HTMLInputElement>("tbody [name=row]") ?? [])];
  const recount = () => {
    const found = boxes();
    setCounts({ count: found.filter((box) => box.checked).length, all: found.length });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are another count
  useEffect(() => {
    setRunsScript(true);
    recount();
    // React hears no change of boxes that it did not make itself.
    const around = form.current;
    around?.addEventListener("change", recount);
    return () => around?.removeEventListener("change", recount);
  }, [table]);
  const choose = (checked: boolean) => {
    for (const box of boxes()) box.checked = checked;
    recount();
  };
  return { count, all, runsScript, choose };
}
