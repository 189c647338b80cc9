import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { RecordChart, RecordFacts } from "~/engine/entity/server-hooks";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { readFigure } from "~/shared/coa";
import { where } from "~/shared/condition";
import { looksCopied, type Readings } from "./inbound-coa.rules";

type InboundCoaRecord = RecordFor<"receiving/inbound-coa">;

const KEY = "receiving/inbound-coa";
/** Charts of one page. */
const MOST_ITEMS = 8;
/** Certificates that were sent once, whatever became of them. */
const SENT = ["submitted", "approved", "returned", "refused"] as const;

interface Batch {
  id: string;
  batch_no: string;
  supplier_id: string;
  material_id: string;
  test_date: string;
}

/** Figures of a certificate, with the limits they were held against. */
interface Measured {
  item: string;
  unit: string | null;
  value: string | null;
  lower: string | null;
  upper: string | null;
}

const newestFirst = (a: Batch, b: Batch) =>
  a.test_date === b.test_date ? (a.id < b.id ? 1 : -1) : a.test_date < b.test_date ? 1 : -1;

/** Certificates of these suppliers and materials that were sent, the newest first. */
async function sentOf(context: Context, suppliers: readonly string[], materials: readonly string[]): Promise<Batch[]> {
  const rows = await unscopedRows(
    context,
    KEY,
    ["id", "batch_no", "supplier_id", "material_id", "test_date"],
    [
      where.oneOf("supplier_id", [...new Set(suppliers)]),
      where.oneOf("material_id", [...new Set(materials)]),
      where.oneOf("state", SENT),
    ],
  );
  return rows.sort(newestFirst);
}

async function measuredOf(context: Context, ids: readonly string[]): Promise<Map<string, Measured[]>> {
  const rows = await unscopedLines(context, {
    entityKey: KEY,
    lines: "readings",
    columns: ["root_id", "line_no", "item", "unit", "value", "lower", "upper"],
    where: [where.oneOf("root_id", ids)],
  });
  const found = new Map<string, Measured[]>(ids.map((id) => [id, []]));
  for (const row of rows.sort((a, b) => Number(a.line_no) - Number(b.line_no))) found.get(row.root_id)?.push(row);
  return found;
}

function readingsOf(measured: readonly { item: string | null; value: string | null }[]): Readings {
  return new Map(measured.map(({ item, value }) => [item ?? "", value]));
}

/**
 * Certificates among these whose every value is that of each of the last ones before them, as many as the parameter says. What people are
 * told is a hint: a supplier may copy, or its laboratory write no decimals.
 */
export async function copiedOf(context: Context, ids: readonly string[]): Promise<Set<string>> {
  const least = await intParameter(context.services, "coa.copyBatches");
  const asked = await unscopedRows(
    context,
    KEY,
    ["id", "batch_no", "supplier_id", "material_id", "test_date"],
    [where.oneOf("id", ids), where.oneOf("state", SENT)],
  );
  if (asked.length === 0) return new Set();
  const all = await sentOf(
    context,
    asked.map(({ supplier_id }) => supplier_id),
    asked.map(({ material_id }) => material_id),
  );
  const before = new Map(
    asked.map((one) => [
      one.id,
      all
        .filter(
          (other) =>
            other.supplier_id === one.supplier_id &&
            other.material_id === one.material_id &&
            newestFirst(one, other) < 0,
        )
        .slice(0, least),
    ]),
  );
  const enough = asked.filter(({ id }) => (before.get(id)?.length ?? 0) >= least);
  const wanted = enough.flatMap(({ id }) => [id, ...(before.get(id) ?? []).map((other) => other.id)]);
  const measured = await measuredOf(context, [...new Set(wanted)]);
  const readings = (id: string) => readingsOf(measured.get(id) ?? []);
  return new Set(
    enough
      .filter(({ id }) =>
        looksCopied(
          readings(id),
          (before.get(id) ?? []).map((other) => readings(other.id)),
          least,
        ),
      )
      .map(({ id }) => id),
  );
}

/** Whether a certificate that is about to be sent would look copied. */
export async function wouldLookCopied(context: Context, record: InboundCoaRecord): Promise<boolean> {
  const least = await intParameter(context.services, "coa.copyBatches");
  const sent = await sentOf(context, [String(record.supplier_id)], [String(record.material_id)]);
  const ids = sent.flatMap(({ id }) => (id === record.id ? [] : [id])).slice(0, least);
  const measured = await measuredOf(context, ids);
  return looksCopied(
    readingsOf(record.readings),
    ids.map((id) => readingsOf(measured.get(id) ?? [])),
    least,
  );
}

/** The sentence quality reads on a certificate that looks copied; none for others. */
export async function copyHint(context: Context, record: InboundCoaRecord): Promise<RecordFacts[]> {
  const copied = await copiedOf(context, [record.id]);
  return copied.has(record.id)
    ? [
        {
          kind: "facts",
          first: true,
          title: "提示",
          facts: [{ label: "复制提示", text: "检测值与历史批次完全一致，疑似复制", tone: "warning" }],
        },
      ]
    : [];
}

/** A figure in a chart; what the method cannot tell stands at the figure below which it lies. */
function figureOf(text: string | null): string | null {
  return text === null ? null : (readFigure(text)?.value ?? null);
}

/** One chart per item: the last batches of this supplier and material, with the limits each was held against. */
export async function trends(context: Context, record: InboundCoaRecord): Promise<RecordChart[]> {
  const most = await intParameter(context.services, "coa.trendBatches");
  const sent = await sentOf(context, [String(record.supplier_id)], [String(record.material_id)]);
  const batches = sent.slice(0, most).reverse();
  if (batches.length < 2) return [];
  const measured = await measuredOf(
    context,
    batches.map(({ id }) => id),
  );
  const items = [...new Set([...measured.values()].flat().map(({ item }) => item))];
  return items
    .flatMap((item): RecordChart[] => {
      const points = batches.flatMap(({ id, batch_no }) => {
        const reading = (measured.get(id) ?? []).find((one) => one.item === item);
        const value = figureOf(reading?.value ?? null);
        return reading && value !== null ? [{ ...reading, value, batch_no }] : [];
      });
      if (points.length < 2) return [];
      const line = (label: string, values: readonly (string | null)[]) =>
        values.every((value) => value !== null) ? [{ label, values: values.flatMap((value) => value ?? []) }] : [];
      const unit = points.at(-1)?.unit;
      return [
        {
          kind: "chart",
          title: `批次趋势：${item}`,
          chart: {
            kind: "line",
            caption: `${item}近${points.length}批检测值`,
            axis: "批号",
            ...(unit ? { unit } : {}),
            labels: points.map(({ batch_no }) => batch_no),
            series: [
              ...line(
                "检测值",
                points.map(({ value }) => value),
              ),
              ...line(
                "下限",
                points.map(({ lower }) => lower),
              ),
              ...line(
                "上限",
                points.map(({ upper }) => upper),
              ),
            ],
          },
        },
      ];
    })
    .slice(0, MOST_ITEMS);
}
