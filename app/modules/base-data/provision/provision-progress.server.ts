import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedCountsBy, unscopedRows } from "~/engine/operations/unscoped.server";
import { listPath, query, recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { chinaTime, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { acceptRate } from "./provision.rules";

type ProvisionRecord = RecordFor<"base-data/provision">;

const KEY = "base-data/provision";
const RECEIPT = "base-data/provision-receipt";
/** So many of those who are late are named; the list has all of them. */
const NAMED = 50;

interface Counts {
  asked: number;
  read: number;
  accepted: number;
  overdue: number;
}

/** How many were asked and have accepted, by id of the provision. */
export async function acceptedOf(context: Context, ids: readonly string[]) {
  const these = where.oneOf("provision_id", ids);
  const [asked, accepted] = await unscopedCountsBy(context, RECEIPT, "provision_id", [
    [these, where.oneOf("state", ["pending", "accepted"])],
    [these, where.eq("state", "accepted")],
  ]);
  return (id: string) => ({ asked: asked?.get(id) ?? 0, accepted: accepted?.get(id) ?? 0 });
}

/** 确认情况: by class of suppliers and in all, as table and chart, and those who have not answered. */
async function progress(context: Context, record: ProvisionRecord): Promise<OwnSection[]> {
  const receipts = (
    await unscopedRows(
      context,
      RECEIPT,
      ["id", "supplier_id", "state", "read_at", "due_on"],
      [where.eq("provision_id", record.id), where.oneOf("state", ["pending", "accepted"])],
    )
  ).sort((one, other) => (one.id < other.id ? -1 : 1));
  if (receipts.length === 0) return [];
  const today = dayOf(context.now);
  const suppliers = await ask(context, "supplier-management/supplier", "listed", {
    ids: [...new Set(receipts.map(({ supplier_id }) => supplier_id))],
  });
  const supplierOf = new Map(suppliers.map((one) => [one.id, one]));
  const classes = await unscopedRows(
    context,
    "master-data/supplier-class",
    ["id", "name"],
    [where.oneOf("id", [...new Set(suppliers.map(({ classId }) => classId))])],
  );
  const groups = new Map<string, Counts>();
  const all: Counts = { asked: 0, read: 0, accepted: 0, overdue: 0 };
  for (const { supplier_id, state, read_at, due_on } of receipts) {
    const own = classes.find(({ id }) => id === supplierOf.get(supplier_id)?.classId)?.name ?? "";
    const group = groups.get(own) ?? { asked: 0, read: 0, accepted: 0, overdue: 0 };
    groups.set(own, group);
    for (const one of [group, all]) {
      one.asked += 1;
      if (read_at !== null) one.read += 1;
      if (state === "accepted") one.accepted += 1;
      else if (due_on !== null && due_on < today) one.overdue += 1;
    }
  }
  const screen = screenFor(context, RECEIPT, "query");
  const waiting = screen
    ? listPath(screen) +
      query([
        ["provision_id", record.id],
        ["state", "pending"],
      ])
    : null;
  const row = (name: string, { asked, read, accepted, overdue }: Counts) => ({
    id: name,
    cells: [
      { text: name },
      { text: String(asked) },
      { text: String(read) },
      { text: String(accepted) },
      { text: String(overdue), ...(overdue > 0 ? { tone: "warning" as const } : {}) },
      { text: acceptRate(accepted, asked) },
    ],
  });
  const named = [...groups].sort(([one], [other]) => one.localeCompare(other, "zh"));
  const late = receipts.filter(({ state }) => state === "pending").slice(0, NAMED);
  const counted = ["应确认", "已阅读", "已确认", "逾期未确认", "确认率"];
  return [
    {
      kind: "table",
      title: "确认情况",
      table: {
        caption: "按供应商分类的确认家数",
        columns: columnsOf(["供应商分类", ...counted], counted),
        rows: [...named.map(([name, counts]) => row(name, counts)), row("合计", all)],
      },
    },
    {
      kind: "chart",
      title: "确认率",
      chart: {
        kind: "bar",
        caption: "各供应商分类的确认率",
        axis: "供应商分类",
        unit: "%",
        labels: named.map(([name]) => name),
        series: [
          { label: "确认率", values: named.map(([, one]) => acceptRate(one.accepted, one.asked).replace("%", "")) },
        ],
      },
    },
    ...(late.length === 0
      ? []
      : [
          {
            kind: "table" as const,
            title: "尚未确认的供应商",
            table: {
              caption: all.asked - all.accepted > NAMED ? `前${NAMED}家，其余见规定确认` : "已通知、尚未确认的供应商",
              columns: columnsOf(["供应商", "阅读时间", "确认期限", "情况"]),
              rows: late.map(({ id, supplier_id, read_at, due_on }) => {
                const supplier = supplierOf.get(supplier_id);
                const text = supplier ? `${supplier.code} ${supplier.name}` : "";
                const isLate = due_on !== null && due_on < today;
                return {
                  id,
                  cells: [
                    screen ? { text, href: recordPath(screen, id) } : { text },
                    { text: read_at === null ? "未阅读" : chinaTime(read_at) },
                    { text: due_on ?? "" },
                    isLate ? { text: "已逾期", tone: "warning" as const } : { text: "待确认" },
                  ],
                };
              }),
            },
          },
        ]),
    ...(waiting !== null && late.length > 0
      ? [
          {
            kind: "facts" as const,
            title: "名单",
            facts: [{ label: "全部尚未确认的供应商", text: "查看", href: waiting }],
          },
        ]
      : []),
  ];
}

const STATES: Readonly<Record<string, string>> = { published: "已发布", replaced: "已替代", withdrawn: "已废止" };

/** 版本历史: every version of the same title that was published, the newest first. */
async function versions(context: Context, record: ProvisionRecord): Promise<OwnSection[]> {
  const rows = await unscopedRows(
    context,
    KEY,
    ["id", "number", "provision_version", "effective_date", "last_day", "published_at", "state"],
    [where.eq("title", String(record.title)), where.set("provision_version")],
  );
  if (rows.length === 0) return [];
  const screen = screenFor(context, KEY, "get");
  const counts = await acceptedOf(
    context,
    rows.map(({ id }) => id),
  );
  rows.sort((one, other) => (other.provision_version ?? 0) - (one.provision_version ?? 0));
  return [
    {
      kind: "table",
      title: "版本历史",
      table: {
        caption: "同名规定的各个版本",
        columns: columnsOf(
          ["版本", "编号", "发布时间", "生效日期", "最后有效日", "状态", "确认率"],
          ["版本", "确认率"],
        ),
        rows: rows.map((one) => {
          const { asked, accepted } = counts(one.id);
          return {
            id: one.id,
            cells: [
              { text: String(one.provision_version ?? "") },
              {
                text: String(one.number),
                ...(screen && one.id !== record.id ? { href: recordPath(screen, one.id) } : {}),
              },
              { text: one.published_at === null ? "" : chinaTime(one.published_at) },
              { text: one.effective_date },
              { text: one.last_day ?? "" },
              { text: STATES[one.state] ?? "" },
              { text: acceptRate(accepted, asked) },
            ],
          };
        }),
      },
    },
  ];
}

/** What stands below the text: how far the acceptance has come, and which versions there were. For our people alone. */
export async function provisionSections(context: Context, record: ProvisionRecord): Promise<OwnSection[]> {
  if (context.actor.supplierId) return [];
  return [...(await progress(context, record)), ...(await versions(context, record))];
}
