import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding, OwnSection, RecordTable } from "~/engine/entity/server-hooks";
import { type PassedOfRecord, passedWarnings } from "~/engine/operations/passed-warnings.server";
import { screenFor } from "~/engine/operations/scope.server";
import { listPath, query } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { chinaTime } from "~/shared/calendar";
import { CURES, withoutRemedy } from "./gate-panel.rules";
import { keptFindings, submitFindings } from "./order-gate.server";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;
type Cell = RecordTable["table"]["rows"][number]["cells"][number];

const ORDER = "purchase-orders/purchase-order";
const TITLE = "放行检查";

/** What the gate found when it looked last: what is wrong, who cures it and how, and why somebody went on. Never for suppliers. */
export async function gatePanel(context: Context, record: PurchaseOrderRecord): Promise<OwnSection[]> {
  if (context.actor.supplierId || record.gate_light === null) return [];
  const judged = await judgedFindings(context, record, keptFindings(record.gate_result));
  if (judged.length === 0)
    return [{ kind: "facts", title: TITLE, facts: [{ label: "结果", text: "无提醒", tone: "done" }] }];
  return [
    {
      kind: "table",
      title: TITLE,
      table: {
        caption: "最近一次放行检查的各项结果，由谁、如何处理，以及放行的理由",
        columns: columnsOf(["结果", "问题", "由谁处理", "如何处理", "去处理", "放行理由", "放行人"]),
        rows: judged.map(({ finding, remedy, text, passed }, at) => ({
          id: String(at),
          cells: [
            levelCell(finding),
            { text },
            { text: remedy?.who ?? "" },
            { text: remedy?.how ?? "" },
            wayTo(context, finding, record.supplier_id),
            ...passedCells(passed),
          ],
        })),
      },
    },
  ];
}

/**
 * What was passed by a reason or will be asked at the release, for whoever approves in another system. The gate keeps what it finds at the last
 * approval, so it is asked again until then.
 */
export async function passedTable(context: Context, record: PurchaseOrderRecord): Promise<RecordTable[]> {
  const waits = record.state === "in_approval";
  const findings = waits ? await submitFindings(context, record) : keptFindings(record.gate_result);
  const told = (await judgedFindings(context, record, findings)).filter(
    ({ finding: { level, later } }) => level !== "note" || later,
  );
  if (told.length === 0) return [];
  return [
    {
      kind: "table",
      title: TITLE,
      table: {
        caption: "写明理由后放行的提醒，和下达时还要处理的问题",
        columns: columnsOf(["结果", "问题", "放行理由", "放行人"]),
        rows: told.map(({ finding, text, passed }, at) => ({
          id: String(at),
          cells: [levelCell(finding), { text }, ...passedCells(passed)],
        })),
      },
    },
  ];
}

interface JudgedFinding {
  finding: Finding;
  remedy: { who: string; how: string } | undefined;
  /** What is wrong, without who cures it. */
  text: string;
  passed: PassedOfRecord | undefined;
}

async function judgedFindings(
  context: Context,
  record: PurchaseOrderRecord,
  findings: readonly Finding[],
): Promise<JudgedFinding[]> {
  const passed = findings.some(({ level }) => level === "warn")
    ? await passedWarnings(context, { entity: ORDER, recordId: record.id })
    : new Map<string, never>();
  return findings.map((finding) => {
    const { text, remedy = CURES[finding.check] } = finding;
    return { finding, remedy, text: remedy ? withoutRemedy(text, remedy) : text, passed: passed.get(text) };
  });
}

function passedCells(passed: PassedOfRecord | undefined): Cell[] {
  return [
    { text: passed?.reason ?? "" },
    { text: passed ? `${passed.userName}，${passed.label}，${chinaTime(passed.at)}` : "" },
  ];
}

/** What stops the release is said as that from the submission on. */
function levelCell({ level, later }: Finding): Cell {
  if (level === "block") return { text: "阻止", tone: "refused" };
  if (later === "block") return { text: "提醒，下达时阻止", tone: "refused" };
  return { text: later === "warn" ? "提醒，下达时须写理由" : "提醒", tone: "warning" };
}

/** The list in which it can be seen and cured, where the reader may go there. */
function wayTo(context: Context, { check }: Finding, supplierId: string | null): Cell {
  const at = CURES[check]?.at;
  const screen = at && screenFor(context, at.entity, "query");
  if (!at || !screen) return { text: "" };
  const narrowed = at.ofSupplier === false || supplierId === null ? "" : query([["supplier_id", supplierId]]);
  return { text: at.label, href: `${listPath(screen)}${narrowed}` };
}
