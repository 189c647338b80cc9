import type { Context } from "~/engine/context.server";
import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { PARAMETERS } from "~/shared/parameters";
import { issueMonths } from "../month-confirmation/month-confirmation.jobs.server";
import { lastMonth, monthOf } from "./io-mark.rules";
import { matchMarks } from "./marks.server";

const MARK = "receiving/io-mark";
const MONTH = "receiving/month-confirmation";
const SAP = "receiving/sap-movement";

/** Every so many rows the ERP says something else, or nothing. */
const DIFFERS_EVERY = 37;
const MISSING_EVERY = 23;
/** The day on which the month before is sent, as the parameter says that nobody has changed. */
const SENT_ON = Number(PARAMETERS["reconcile.readyDay"].initial);
/** Younger movements the ERP has not told of yet. */
const TOLD_AFTER_DAYS = 2;

/** What the ERP booked of what was moved lately: nearly the same. */
async function tellOfSap(pen: DemoPen): Promise<void> {
  const at = pen.context(pen.moment(pen.daysAgo(0), 5));
  const columns = [
    "io_type",
    "post_date",
    "supplier_id",
    "factory_id",
    "material_id",
    "batch_no",
    "qty",
    "uom",
    "source_no",
  ] as const;
  const marks = await unscopedRows(at, MARK, columns, [where.atLeast("post_date", pen.daysAgo(90))]);
  const rows = marks
    .filter(({ post_date }) => post_date <= pen.daysAgo(TOLD_AFTER_DAYS))
    .sort((a, b) => [a.post_date, a.source_no].join().localeCompare([b.post_date, b.source_no].join()));
  await pen.together(at, async () => {
    for (const [index, row] of rows.entries()) {
      if (index % MISSING_EVERY === MISSING_EVERY - 1) continue;
      const isOff = index % DIFFERS_EVERY === DIFFERS_EVERY - 1;
      const qty = isOff ? decimal(row.qty).times(decimal("0.9")).round(3).toFixed() : row.qty;
      const sap_key = `50${String(index + 1).padStart(8, "0")}/${row.post_date.slice(0, 4)}/1`;
      // What was booked stays known, also of a material nobody orders any more.
      await pen.create(at, SAP, {}, { ...row, qty, sap_key });
    }
    const [first] = rows;
    if (!first) return;
    for (const [index, io_type] of (["in", "consign"] as const).entries()) {
      const sap_key = `49${String(index + 1).padStart(8, "0")}/${pen.today.slice(0, 4)}/1`;
      const post_date = pen.daysAgo(12 + index);
      await pen.create(at, SAP, {}, { ...first, io_type, post_date, qty: "60", source_no: null, sap_key });
    }
  });
}

/** The months up to the last one, each sent on its day; suppliers answer all but the last, and some object to a row. */
async function tellOfMonths(pen: DemoPen, system: (day: string) => Context): Promise<void> {
  const mark = pen.screen(MARK).entity;
  const month = pen.screen(MONTH).entity;
  const finance = await pen.person("finance1");
  const current = monthOf(pen.today);
  // In the first days of a month the last one is not sent yet: those before it are.
  const latest = Number(pen.today.slice(8)) < SENT_ON ? lastMonth(current) : current;
  const months = [lastMonth(lastMonth(latest)), lastMonth(latest)];
  let waits = false;
  for (const [place, told] of months.entries()) {
    const isLast = place === months.length - 1;
    const next = months[place + 1] ?? latest;
    const sentOn = `${next}-${String(SENT_ON).padStart(2, "0")}`;
    const sent = system(sentOn);
    const documents = new Set((await unscopedRows(sent, MONTH, ["id"], [])).map(({ id }) => id));
    await pen.together(sent, () => issueMonths(sent));
    const issued = await unscopedRows(sent, MONTH, ["id", "supplier_id", "month", "currency"], []);
    const fresh = issued.filter(({ id }) => !documents.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const [index, { id, supplier_id, month: about, currency }] of fresh.entries()) {
      const supplier = pen.suppliers.find((one) => one.id === supplier_id);
      if (!supplier) continue;
      const answers = pen.context(pen.moment(sentOn, 15), supplier.actor);
      const rows = await unscopedRows(
        sent,
        MARK,
        ["id", "match", "source_no"],
        [
          where.eq("supplier_id", supplier_id),
          where.eq("confirm_month", about),
          where.eq("currency", currency),
          where.eq("state", "open"),
        ],
      );
      // Rows come in no order, and the demo is the same wherever it is loaded.
      const [objected] = [...rows].sort((a, b) => String(a.source_no).localeCompare(String(b.source_no)));
      // One objection of the last month waits for its answer, however few suppliers there were.
      const isLastChance = isLast && !waits && index === fresh.length - 1;
      if (objected && (isLastChance || (rows.length > 1 && index % 3 === 1))) {
        const reason = "我方送货单实收数量与此不符，请核对";
        await applyTransition(answers, { entity: mark, id: objected.id, name: "object", reason });
        // Half of them are answered.
        if (!isLast && index % 2 === 1) {
          const answer = "已核对磅单，以过账数量为准，磅单见收货单附件";
          const ours = pen.context(pen.moment(sentOn, 17), finance);
          await applyTransition(ours, { entity: mark, id: objected.id, name: "answer", reason: answer });
        }
        if (isLast) {
          waits = true;
          continue;
        }
      }
      if (isLast && about === told && index % 4 !== 0) continue;
      if (rows.some(({ match }) => match === "diff")) continue;
      await pen.together(pen.context(pen.moment(sentOn, 18), supplier.actor), () =>
        applyTransition(pen.context(pen.moment(sentOn, 18), supplier.actor), { entity: month, id, name: "confirm" }),
      );
    }
  }
  // Prepared by hand before the month is over.
  const [supplier] = pen.suppliers;
  const values = { supplier_id: supplier?.id, month: current };
  await pen.create(pen.context(pen.moment(pen.today, 9), finance), MONTH, values);
}

/** Movements compared with the ERP, and the months of them as suppliers answered them. */
export async function demoMarks(pen: DemoPen): Promise<void> {
  const system = (day: string) => pen.context(pen.moment(day, 6));
  await tellOfSap(pen);
  await matchMarks(system(pen.today));
  await tellOfMonths(pen, system);
}
