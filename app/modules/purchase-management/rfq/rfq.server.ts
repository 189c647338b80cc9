import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type AnyLine, type Complaint, complain, lineField, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, SaveWork, TransitionWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { refuseBlocks } from "~/engine/operations/lasting.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { intParameter } from "~/engine/parameters.server";
import { dayOf } from "~/shared/calendar";
import { decimal } from "~/shared/decimal";
import { collectiveSections } from "./collective-sections.server";
import { COMPARISON, rfqColumns } from "./comparison.server";
import { comparisonSections } from "./comparison-sections.server";
import { type LastPrice, lastPricesOf } from "./last-price.server";
import { lowGradeFindings } from "./odd-offers.server";
import {
  demandComplaints,
  fillPlannedInquiry,
  plannedInquiryFindings,
  planSources,
  pooledInquiryFindings,
} from "./planned-inquiry.server";
import { chooseTemplate, templateFindings } from "./quote-detail.server";
import { estimateOf, HOUR_MS, hoursFrom } from "./rfq.rules";
import {
  backFindings,
  completeAwards,
  differsFromAward,
  dropDraft,
  fillLowest,
  makePriceApproval,
  priceDecided,
  settleQuotes,
} from "./rfq-award.server";
import {
  distribute,
  endFactories,
  joinFactories,
  remindFindings,
  remindSuppliers,
  tellFactoryLeft,
} from "./rfq-collective.server";
import { looks } from "./rfq-looks.server";
import {
  closeQuotes,
  followQuotes,
  inviteSuppliers,
  moveDeadline,
  moveQuotes,
  news,
  noteNews,
  openQuotes,
  quotesOf,
  rfqFacts,
} from "./rfq-quotes.server";
import { giveAnew, isSealed, openerComplaints, openerFindings, opening, sealRound } from "./rfq-seal.server";
import { comparison } from "./rfq-sections.server";

type RfqRecord = RecordFor<"purchase-management/rfq">;

const SUPPLIER = "supplier-management/supplier";
const block = (check: string, text: string): Finding => ({ check, level: "block", text });

const gateReasons = z.array(
  z.object({
    check: z.string(),
    severity: z.enum(["refuse", "warn"]),
    text: z.string(),
    cure: z.object({ who: z.string(), how: z.string() }),
  }),
);

/** Last prices of what is asked for, by line, as far as it is typed. */
async function lastPrices(context: Context, record: RfqRecord): Promise<Map<string, LastPrice>> {
  const { company_id: companyId, currency } = record;
  if (typeof companyId !== "string") return new Map();
  return lastPricesOf(context, {
    lines: linesOf(record, "items").flatMap(({ id, material_id: materialId, factory_id: factory, qty }) =>
      typeof materialId === "string"
        ? [
            {
              id,
              qty: typeof qty === "string" ? qty : "0",
              materialId,
              factoryId: typeof factory === "string" ? factory : null,
            },
          ]
        : [],
    ),
    supplierIds: idsOf(linesOf(record, "suppliers"), "supplier_id"),
    ...{ companyId, currency: String(currency), day: dayOf(context.now) },
  });
}

function idsOf(rows: readonly AnyLine[], column: string): string[] {
  return rows.flatMap((row) => (typeof row[column] === "string" ? [row[column]] : []));
}

/** What follows from what was typed: last prices, contacts, how many are asked for, and whether it has to be approved. */
async function completeRfq(work: SaveWork<RfqRecord>): Promise<void> {
  const { context, record, before } = work;
  if (before && before.state !== "draft") {
    await completeAwards(context, record);
    return;
  }
  await fillPlannedInquiry(work);
  if (!before) await chooseTemplate(context, record);
  if (!isSealed(record))
    for (const field of ["opener_1", "opener_2", "opener_supervisor"] as const) record[field] = null;
  record.min_suppliers ??= await intParameter(context.services, "rfq.minSuppliers");
  const prices = await lastPrices(context, record);
  for (const line of linesOf(record, "items")) line.last_price = prices.get(line.id)?.price ?? null;
  const missing = linesOf(record, "suppliers").filter(({ contact }) => !contact);
  const ids = missing.flatMap(({ supplier_id: id }) => (typeof id === "string" ? [id] : []));
  const contacts = await contactsOf(context, ids);
  for (const line of linesOf(record, "suppliers")) {
    line.contact ||= contacts.get(String(line.supplier_id)) ?? null;
    line.invite_status = "pending";
    line.last_round = 1;
  }
  record.approval_need = await approvalNeed(context, record);
}

async function contactsOf(context: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const contacts = (await ask(context, SUPPLIER, "contacts", ids)).filter(({ isPrimary }) => isPrimary);
  return new Map(contacts.map(({ supplierId, name }) => [supplierId, name]));
}

const priceable = z.array(
  z.object({ qty: z.string(), target_price: z.string().nullish(), last_price: z.string().nullish() }),
);

async function approvalNeed(context: Context, record: RfqRecord): Promise<"none" | "amount" | "few"> {
  const limit = await intParameter(context.services, "rfq.approveAmount");
  const items = priceable.safeParse(linesOf(record, "items"));
  const lines = (items.data ?? []).map(({ qty, target_price = null, last_price = null }) => ({
    qty,
    target_price,
    last_price,
  }));
  if (items.success && decimal(estimateOf(lines)).gte(limit)) return "amount";
  return linesOf(record, "suppliers").length < Number(record.min_suppliers ?? 1) ? "few" : "none";
}

/** Dates lie far enough apart, and nobody is asked twice. */
async function rfqComplaints(work: SaveWork<RfqRecord>): Promise<Complaint[]> {
  const { context, record, before } = work;
  if (before && before.state !== "draft") return [];
  const complaints: Complaint[] = [];
  const hours = await intParameter(context.services, "rfq.minHours");
  const { start_at: start, deadline } = record;
  if (typeof start === "string" && typeof deadline === "string" && deadline < hoursFrom(start, hours))
    complaints.push(complain("deadline", `报价截止时间须晚于开始时间至少${hours}小时`));
  const ids = linesOf(record, "suppliers").map(({ supplier_id: id }) => id);
  for (const [at, id] of ids.entries()) {
    if (typeof id !== "string" || ids.indexOf(id) === at) continue;
    const message = `供应商【${await nameOf(context, id)}】重复添加`;
    complaints.push(complain(lineField("suppliers", at + 1, "supplier_id"), message));
  }
  return [...complaints, ...(await openerComplaints(context, record)), ...(await demandComplaints(work))];
}

async function nameOf(context: Context, id: string): Promise<string> {
  const [row] = await ask(context, SUPPLIER, "names", [id]);
  return row?.name ?? "";
}

/** Whom the gate keeps from being asked. */
async function gateFindings(context: Context, record: RfqRecord, suppliers: readonly string[]): Promise<Finding[]> {
  const materialIds = [...new Set(idsOf(linesOf(record, "items"), "material_id"))];
  const found: Finding[] = [];
  for (const supplierId of suppliers) {
    const reasons = await ask(context, {
      entityKey: "supplier-management/gate-exemption",
      name: "gate",
      input: { action: "rfq", supplierId, materialIds, companyId: record.company_id, hold: true },
      answer: gateReasons,
    });
    if (reasons.length === 0) continue;
    const name = await nameOf(context, supplierId);
    for (const { check, severity, text, cure } of reasons)
      found.push(
        severity === "warn"
          ? { check, level: "note", text: `供应商【${name}】：${text}` }
          : block(
              check,
              check === "freeze"
                ? `供应商【${name}】已冻结，不能邀请报价`
                : `供应商【${name}】：${text}（${cure.who}：${cure.how}）`,
            ),
      );
  }
  return found;
}

async function publishFindings(context: Context, record: RfqRecord): Promise<Finding[]> {
  const need = await approvalNeed(context, record);
  const stale = need === record.approval_need ? [] : [block("need", "审批条件已变化，请重新保存后发布")];
  const openers = await openerFindings(context, record);
  return [
    ...stale,
    ...openers,
    ...(await templateFindings(context, record)),
    ...(await plannedInquiryFindings(context, record)),
    ...(await pooledInquiryFindings(context, record)),
    ...(await gateFindings(context, record, idsOf(linesOf(record, "suppliers"), "supplier_id"))),
  ];
}

/** Whoever may not be asked any more is not asked again either; who opens is asked again, and seals the new round. */
async function beginRound(context: Context, work: Work<RfqRecord>): Promise<void> {
  const { record, lineInput } = work;
  refuseBlocks(await openerFindings(context, record));
  const chosen = linesOf(record, "suppliers").filter(({ id }) => lineInput.get(id)?.asked_again === true);
  refuseBlocks(
    await gateFindings(
      context,
      record,
      chosen.map(({ supplier_id }) => String(supplier_id)),
    ),
  );
  await sealRound(context, work);
}

async function publish(context: Context, work: Work<RfqRecord>): Promise<void> {
  const rfq = { ...rfqFacts.parse(work.record), seal_id: await sealRound(context, work) };
  await inviteSuppliers(
    context,
    rfq,
    rfq.suppliers.map(({ supplier_id }) => supplier_id),
  );
  await joinFactories(context, rfq);
}

/** One more supplier is asked, while there is time to quote. */
async function addSupplier(context: Context, work: Work<RfqRecord>): Promise<void> {
  const rfq = rfqFacts.parse(work.record);
  const id = String(work.input.supplier_id);
  const contacts = await contactsOf(context, [id]);
  const contact = work.input.contact ?? contacts.get(id) ?? null;
  const values = { supplier_id: id, contact, invite_status: "pending", last_round: rfq.round_no };
  work.append("suppliers", values);
  await inviteSuppliers(context, rfq, [id]);
}

async function refuseLateInvite(context: Context, work: Work<RfqRecord>): Promise<void> {
  const { record, input } = work;
  const hours = await intParameter(context.services, "rfq.lateInviteHours");
  const id = String(input.supplier_id);
  const findings: Finding[] = [];
  const left = Date.parse(String(record.deadline)) - context.now.getTime();
  if (left <= hours * HOUR_MS) findings.push(block("late", `离报价截止不足${hours}小时，不能增加供应商`));
  if (idsOf(linesOf(record, "suppliers"), "supplier_id").includes(id))
    findings.push(block("twice", `供应商【${await nameOf(context, id)}】重复添加`));
  findings.push(...(await gateFindings(context, record, [id])));
  refuseBlocks(findings);
}

/** Before its time a buyer closes only what nobody can answer any more. */
async function closeFindings(context: Context, record: RfqRecord): Promise<Finding[]> {
  if (context.now.toISOString() >= String(record.deadline)) return [];
  const { isAnswered } = await news(context, rfqFacts.parse(record));
  return isAnswered ? [] : [block("open", "还有供应商没有答复，截止时间以前不能截止")];
}

async function openFindings(context: Context, record: RfqRecord): Promise<Finding[]> {
  const rfq = rfqFacts.parse(record);
  const { quoted } = await news(context, rfq);
  if (quoted === 0) return [block("none", "没有收到报价，请延期或流标")];
  const least = rfq.min_suppliers ?? 1;
  return quoted < least
    ? [{ check: "few", level: "warn", text: `收到报价${quoted}家，少于最少${least}家，请填写不足家数说明` }]
    : [];
}

async function shortFindings(context: Context, record: RfqRecord): Promise<Finding[]> {
  const rfq = rfqFacts.parse(record);
  const { quoted } = await news(context, rfq);
  return quoted < (rfq.min_suppliers ?? 1) ? [] : [block("enough", "报价家数已足，请开启报价")];
}

/** Answers go to everybody who was asked, without a word of who wanted to know. */
async function tellAnswers(context: Context, work: Work<RfqRecord>): Promise<void> {
  const rfq = rfqFacts.parse(work.record);
  const quotes = await quotesOf(context, { id: rfq.id, round: rfq.round_no }, []);
  const ids = quotes
    .filter(({ state }) => ["draft", "withdrawn", "submitted", "declined"].includes(state))
    .map(({ id }) => id);
  for (const { id, question } of rfq.questions) {
    const answer = String(work.lineInput.get(id)?.answer ?? "").trim();
    if (answer !== "") await moveQuotes(context, ids, { name: "hear_answer", input: { question, answer } });
  }
}

async function callOff(context: Context, { record, reason }: Work<RfqRecord>): Promise<void> {
  await endFactories(context, record, reason ?? "询价取消");
  const quotes = await quotesOf(context, { id: record.id }, []);
  const ids = quotes.filter(({ state }) => ["draft", "withdrawn", "submitted"].includes(state)).map(({ id }) => id);
  await moveQuotes(context, ids, { name: "call_off", reason: reason ?? "询价取消" });
}

/** The next round begins once the inquiry says so: its quotes are made of what was stored. */
async function afterTransition({ context, transition, record, before }: TransitionWork<RfqRecord>): Promise<void> {
  if (transition === "next_round") {
    const rfq = rfqFacts.parse(record);
    const chosen = rfq.suppliers.filter(({ last_round }) => last_round === rfq.round_no);
    await inviteSuppliers(
      context,
      rfq,
      chosen.map(({ supplier_id }) => supplier_id),
    );
  }
  if (transition === "finish" && before.state === "priced") await settleQuotes(context, rfqFacts.parse(record));
}

export const rfqServer: EntityServer<"purchase-management/rfq"> = {
  prepare: completeRfq,
  beforeSave: rfqComplaints,
  afterTransition,
  sections: async (context, record, screen) => [
    ...(await collectiveSections(context, record)),
    ...(await looks(context, record)),
    ...(`${screen.area}/${screen.key}` === COMPARISON
      ? await comparisonSections(context, record)
      : [...(await comparison(context, record)), ...(await planSources(context, record))]),
  ],
  opening,
  async opened(context, record) {
    if (record.state === "published") await followQuotes(consequenceOf(context), record);
  },
  extra: rfqColumns,
  judgedOnce: {
    factory_left: "Fewer lines are bought of the same suppliers",
    next_round: "Its effect asks the gate of those who are asked again, and who opens",
  },
  publishes: { price_decided: priceDecided, differs_from_award: differsFromAward },
  transitions: {
    submit: { check: publishFindings, effect: publish },
    extend: {
      effect: (context, { record, input, reason }) =>
        moveDeadline(context, rfqFacts.parse(record), { deadline: String(input.new_deadline), reason }),
    },
    add_supplier: {
      async effect(context, work) {
        await refuseLateInvite(context, work);
        await addSupplier(context, work);
      },
    },
    answer: { effect: tellAnswers },
    remind: { check: remindFindings, effect: remindSuppliers },
    factory_left: { effect: tellFactoryLeft },
    distribute: { effect: distribute },
    follow: { effect: noteNews },
    close: { check: closeFindings, effect: closeQuotes },
    open: { check: openFindings, effect: openQuotes },
    reopen_short: {
      check: shortFindings,
      async effect(context, { record, input, reason }) {
        await giveAnew(context, record);
        await moveDeadline(context, rfqFacts.parse(record), { deadline: String(input.new_deadline), reason });
      },
    },
    open_sealed: { check: openFindings, effect: openQuotes },
    change_openers: {
      async effect(context, { record, input }) {
        const complaints = await openerComplaints(context, { ...record, ...input });
        if (complaints.length > 0) throw new AppError("invalid", { complaints });
      },
    },
    next_round: { effect: beginRound },
    fill_lowest: { effect: fillLowest },
    award: { check: lowGradeFindings, effect: makePriceApproval },
    back_award: { check: backFindings, effect: dropDraft },
    fail: {
      async effect(context, work) {
        await settleQuotes(context, rfqFacts.parse(work.record), true);
        await callOff(context, work);
      },
    },
    cancel: { effect: callOff },
  },
};
