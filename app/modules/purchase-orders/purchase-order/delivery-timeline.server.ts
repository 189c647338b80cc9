import type { Context } from "~/engine/context.server";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, formatDecimal } from "~/shared/decimal";
import { type Days, placeTimeline } from "~/shared/placed-timeline";
import { type FollowedDelivery, lateText } from "./purchase-order-progress.rules";

const HEADINGS = ["行", "日期", "事项", "单据", "数量"];
const NOTE = "receiving/delivery-note";
const RETURN = "receiving/purchase-return";

/** A line of an order with what came of it. */
export interface FollowedOrderLine {
  id: string;
  line_no: number;
  material: string;
  noticed_qty: string;
  accepted_qty: string;
  rejected_qty: string;
  refunded_qty: string;
  exchanged_qty: string;
  deliveries: readonly FollowedDelivery[];
  arrivals: readonly Moved[];
}

/** Goods that went one way, by the document that says so. */
interface Moved {
  day: string;
  qty: string;
  number: string;
}

interface Sent extends Moved {
  until: string;
  arrived: string | null;
}

/** 交货进度时间轴: what was promised of each line first and now, what was sent, what came and what went back. */
export async function deliveryTimeline(context: Context, lines: readonly FollowedOrderLine[]): Promise<OwnSection[]> {
  const sent = await notesOf(context, lines);
  const returned = await returnsOf(context, lines);
  const all = lines
    .filter(({ deliveries }) => deliveries.length > 0)
    .map((line) => ({ ...line, sent: sent.get(line.id) ?? [], returned: returned.get(line.id) ?? [] }));
  if (all.length === 0) return [];
  return [
    {
      kind: "timeline",
      title: "交货进度时间轴",
      timeline: placeTimeline({
        caption: "各行的计划、确认、发货、收货和退货",
        planned: "交期（首次至现在）、发货至预计到达",
        actual: "交齐、到厂、收货、退货",
        today: dayOf(context.now),
        groups: all.map(groupOf),
      }),
      table: {
        caption: "各行交期的首次确认、现在的确认，以及发货、收货和退货",
        columns: columnsOf(HEADINGS, ["数量"]),
        rows: all.flatMap(eventsOf),
      },
    },
  ];
}

type TimedLine = FollowedOrderLine & { sent: readonly Sent[]; returned: readonly Moved[] };

const promised = ({ confirm_date, plan_date }: FollowedDelivery) => confirm_date ?? plan_date;
const single = (day: string | null): Days | null => (day === null ? null : { from: day, to: day });

function groupOf(line: TimedLine) {
  const due = line.deliveries.map(promised).toSorted().at(-1) ?? "";
  const isLate = line.deliveries.some(({ lateDays }) => (lateDays ?? 0) > 0);
  const moved = ({ number, qty, day }: Moved, kind: string) => ({
    label: `${kind} ${number}`,
    note: `${formatDecimal(qty)}，${day}`,
    isLate: false,
    planned: null,
    actual: single(day),
  });
  return {
    label: `行${line.line_no} ${line.material}`,
    note: `已收${formatDecimal(line.accepted_qty)}，在途${formatDecimal(line.noticed_qty)}`,
    isLate,
    due: { day: due, label: "交期" },
    rows: [
      ...line.deliveries.map((delivery, index) => {
        const [from = "", to = from] = [
          delivery.first_confirm_date ?? promised(delivery),
          promised(delivery),
        ].toSorted();
        return {
          label: `第${index + 1}批 ${formatDecimal(delivery.plan_qty)}`,
          note: [
            delivery.first_confirm_date ? `首次${delivery.first_confirm_date}` : "未确认",
            delivery.confirm_date === delivery.first_confirm_date ? "" : `现${promised(delivery)}`,
            lateText(delivery.lateDays),
          ]
            .filter(Boolean)
            .join("，"),
          isLate: (delivery.lateDays ?? 0) > 0,
          planned: { from, to },
          actual: single(delivery.completeOn),
        };
      }),
      ...line.sent.map(({ number, qty, day, until, arrived }) => ({
        label: `送货单 ${number}`,
        note: `${formatDecimal(qty)}，${arrived === null ? `预计${until}到` : `${arrived}到厂`}`,
        isLate: false,
        planned: { from: day, to: until },
        actual: single(arrived),
      })),
      ...line.arrivals.map((one) => moved(one, "收货单")),
      ...line.returned.map((one) => moved(one, "退货单")),
    ],
  };
}

/** The same in words, by day. */
function eventsOf(line: TimedLine) {
  const events = [
    ...line.deliveries.flatMap((delivery, index) => {
      const { first_confirm_date: first, confirm_date: present, completeOn, plan_qty, plan_date } = delivery;
      const what = (text: string, day: string) => [{ day, text: `第${index + 1}批${text}`, number: "", qty: plan_qty }];
      return [
        ...what("计划", plan_date),
        ...(first ? what("首次确认", first) : []),
        ...(present && present !== first ? what("现确认", present) : []),
        ...(completeOn ? what("交齐", completeOn) : []),
      ];
    }),
    ...line.sent.flatMap(({ arrived, ...note }) => [
      { ...note, text: "发货" },
      ...(arrived === null ? [] : [{ ...note, day: arrived, text: "到厂" }]),
    ]),
    ...line.arrivals.map((one) => ({ ...one, text: "收货" })),
    ...line.returned.map((one) => ({ ...one, text: "退货" })),
  ];
  return events
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ day, text, number, qty }, index) => ({
      id: `${line.id}-${index}`,
      cells: [{ text: `行${line.line_no}` }, { text: day }, { text }, { text: number }, { text: formatDecimal(qty) }],
    }));
}

const moves = (...quantities: string[]) => quantities.some((one) => decimal(one).gt(0));

/** Notes that were sent of lines, as far as the reader sees notes. */
async function notesOf(context: Context, lines: readonly FollowedOrderLine[]): Promise<ReadonlyMap<string, Sent[]>> {
  const found = new Map<string, Sent[]>();
  const ids = lines.filter((one) => moves(one.noticed_qty, one.accepted_qty, one.rejected_qty)).map(({ id }) => id);
  if (ids.length === 0) return found;
  const out = where.someRow({
    table: "delivery_note",
    column: "id",
    equals: "root_id",
    inner: where.oneOf("state", ["submitted", "arrived", "receiving", "received"]),
  });
  const rows = await unscopedLines(context, {
    entityKey: NOTE,
    lines: "items",
    columns: ["root_id", "order_line", "qty"],
    where: [where.oneOf("order_line", ids), out],
  });
  if (rows.length === 0) return found;
  const columns = ["id", "number", "ship_date", "eta", "arrived_at"] as const;
  const heads = await unscopedRows(context, NOTE, columns, [
    where.oneOf("id", [...new Set(rows.map(({ root_id }) => root_id))]),
  ]);
  for (const { root_id, order_line, qty } of rows) {
    const head = heads.find(({ id }) => id === root_id);
    if (!head || typeof order_line !== "string") continue;
    const [until, arrived] = [head.eta, head.arrived_at].map((at) => (at ? dayOf(new Date(at)) : null));
    const day = head.ship_date ?? until ?? arrived;
    if (!day) continue;
    const one = {
      number: head.number ?? "",
      qty,
      day,
      until: until && until > day ? until : day,
      arrived: arrived ?? null,
    };
    found.set(order_line, [...(found.get(order_line) ?? []), one]);
  }
  return found;
}

/** What went back of lines, as far as the reader sees returns. */
async function returnsOf(context: Context, lines: readonly FollowedOrderLine[]): Promise<ReadonlyMap<string, Moved[]>> {
  const found = new Map<string, Moved[]>();
  const ids = lines.filter((one) => moves(one.refunded_qty, one.exchanged_qty)).map(({ id }) => id);
  if (ids.length === 0) return found;
  const gone = where.someRow({
    table: "purchase_return",
    column: "id",
    equals: "root_id",
    inner: where.oneOf("state", ["shipped", "completed"]),
  });
  const rows = await unscopedLines(context, {
    entityKey: RETURN,
    lines: "items",
    columns: ["root_id", "order_line", "qty", "out_qty"],
    where: [where.oneOf("order_line", ids), gone],
  });
  const heads = await unscopedRows(
    context,
    RETURN,
    ["id", "number", "out_date", "shipped_at"],
    [where.oneOf("id", [...new Set(rows.map(({ root_id }) => root_id))])],
  );
  for (const { root_id, order_line, qty, out_qty } of rows) {
    const head = heads.find(({ id }) => id === root_id);
    const day = head?.out_date ?? (head?.shipped_at ? dayOf(new Date(head.shipped_at)) : null);
    if (!day || typeof order_line !== "string") continue;
    found.set(order_line, [...(found.get(order_line) ?? []), { number: head?.number ?? "", qty: out_qty ?? qty, day }]);
  }
  return found;
}
