import { z } from "zod";
import { flowFor } from "~/engine/approval/flow.server";
import type { Context } from "~/engine/context.server";
import { endPageLinks } from "~/engine/embedded/links.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, OwnSection, TransitionWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { refuseBlocks } from "~/engine/operations/lasting.server";
import { cutPricesSchema } from "~/engine/operations/price-book.server";
import { ask } from "~/engine/operations/published.server";
import { intParameter } from "~/engine/parameters.server";
import { dayOf } from "~/shared/calendar";
import { decimal, formatDecimal } from "~/shared/decimal";
import { priceFaults } from "./account-price.rules";
import { casePage, comparedSections } from "./case-page.server";
import { accountPriceLines, agreedPrices, completeLines, formerPrices, labelsOfLines } from "./priced-lines.server";

type AccountPriceRecord = RecordFor<"price-approval/account-price">;

const KEY = "price-approval/account-price";
const BOOK = "base-data/price-data";
const ORDER = "purchase-orders/purchase-order";
const RFQ = "purchase-management/rfq";
/** Orders that are named where a price cannot be revoked. */
const MOST_NAMED = 5;

const block = (check: string, text: string): Finding => ({ check, level: "block", text });

const submitted = z.object({
  price_kind: z.string(),
  rfq_id: z.string().nullable(),
  manual_reason: z.string().nullable(),
  attachments: z.array(z.unknown()).nullable(),
});

/** What has to be mended, by the parameters of today. */
async function ownFindings(context: Context, record: AccountPriceRecord): Promise<Finding[]> {
  const { services } = context;
  const limits = {
    backDays: await intParameter(services, "price.backDays"),
    riseNote: await intParameter(services, "price.riseNotePercent"),
    manualLimit: await intParameter(services, "price.manualLimit"),
    tempDays: await intParameter(services, "price.tempDays"),
  };
  const faults = priceFaults(
    { ...submitted.parse(record), items: accountPriceLines(record) },
    limits,
    dayOf(context.now),
  );
  return faults.map((text) => block("price", text));
}

/** The price may have changed since the document was written: what was compared is no longer what is replaced. */
async function comparedFindings(context: Context, record: AccountPriceRecord): Promise<Finding[]> {
  const items = accountPriceLines(record);
  const former = await formerPrices(context, record, items);
  return items.flatMap(({ old_price }, index): Finding[] => {
    const price = former[index]?.price ?? null;
    const isSame = price === null || old_price === null ? price === old_price : decimal(price).eq(decimal(old_price));
    const now = price === null ? "没有原价" : `原价${formatDecimal(price)}`;
    return isSame ? [] : [block("compared", `第${index + 1}行现在${now}，与单据上的不同，请退回并重新保存后提交`)];
  });
}

/** Which prices end earlier by this document. */
async function cutFindings(context: Context, record: AccountPriceRecord): Promise<Finding[]> {
  const cut = await ask(context, {
    entityKey: BOOK,
    name: "would_cut",
    input: agreedPrices(record),
    answer: cutPricesSchema,
  });
  return cut
    .toSorted((a, b) => a.position - b.position)
    .map(({ position, price, validFrom, validTo, sourceNo }) => ({
      check: "cut",
      level: "warn",
      text: `第${position + 1}行：将提前终止原价格${formatDecimal(price)}（${validFrom}至${validTo}，${sourceNo}）`,
    }));
}

const gateReasons = z.array(
  z.object({
    severity: z.enum(["refuse", "warn"]),
    check: z.string(),
    text: z.string(),
    cure: z.object({ who: z.string(), how: z.string() }),
  }),
);

/** Whether we may bind ourselves to these suppliers at all: a frozen one gets no price. */
async function gateFindings(context: Context, record: AccountPriceRecord): Promise<Finding[]> {
  const items = accountPriceLines(record);
  const found: Finding[] = [];
  for (const supplierId of new Set(items.map(({ supplier_id }) => supplier_id))) {
    const own = items.filter((line) => line.supplier_id === supplierId);
    for (const factoryId of new Set(own.map(({ factory_id }) => factory_id))) {
      const lines = own.filter((line) => line.factory_id === factoryId);
      const reasons = await ask(context, {
        entityKey: "supplier-management/gate-exemption",
        name: "gate",
        input: {
          action: "award",
          supplierId,
          materialIds: [...new Set(lines.map(({ material_id }) => material_id))],
          factoryId,
          companyId: record.company_id,
          hold: true,
        },
        answer: gateReasons,
      });
      for (const { severity, check, text, cure } of reasons)
        found.push(
          severity === "refuse" ? block(check, `${text}（${cure.who}：${cure.how}）`) : { check, level: "note", text },
        );
    }
  }
  const texts = new Set<string>();
  return found.filter(({ text }) => !texts.has(text) && texts.add(text));
}

/** Where no flow asks anybody, somebody else than who wrote it makes it count: nobody sets a price alone. */
async function flowFindings(context: Context, record: AccountPriceRecord): Promise<Finding[]> {
  if (record.state === "in_approval") return [];
  if (await flowFor(context, context.services.registry.entity(KEY), record)) return [];
  const { id } = context.actor;
  const isAuthor = id !== null && (record.created_by === id || record.updated_by === id);
  return isAuthor
    ? [block("flow", "没有适用的核价审批流程，不能审批本人登记的核价单，请由其他人提交")]
    : [{ check: "flow", level: "warn", text: "没有适用的核价审批流程，提交后价格直接批准" }];
}

const awarded = z.object({
  rfq_id: z.string(),
  number: z.string(),
});

/** Prices of an inquiry are those that were awarded there, for as long as the award stands. */
async function awardedFindings(context: Context, record: AccountPriceRecord): Promise<Finding[]> {
  const source = awarded.safeParse(record);
  if (!source.success) return [];
  const texts = await ask(context, {
    entityKey: RFQ,
    name: "differs_from_award",
    input: { rfqId: source.data.rfq_id, number: source.data.number, items: accountPriceLines(record) },
    answer: z.array(z.string()),
  });
  return texts.map((text) => block("awarded", text));
}

/** The inquiry hears what became of the prices it awarded. */
async function tellInquiry({ context, before, record, reason }: TransitionWork<AccountPriceRecord>): Promise<void> {
  const source = awarded.safeParse(record);
  if (!source.success || record.state === before.state) return;
  await ask(context, {
    entityKey: RFQ,
    name: "price_decided",
    input: { rfqId: source.data.rfq_id, number: source.data.number, state: record.state, reason: reason ?? "" },
    answer: z.null(),
  });
}

/** An inquiry is named as the source by its award alone. */
function sourceComplaints(record: AccountPriceRecord): Complaint[] {
  return record.source_type === "rfq" && !record.rfq_id
    ? [complain("source_type", "来源为询价的核价单从询价单定标生成")]
    : [];
}

async function submitFindings(context: Context, record: AccountPriceRecord): Promise<Finding[]> {
  return [
    ...(await ownFindings(context, record)),
    ...(await comparedFindings(context, record)),
    ...(await gateFindings(context, record)),
    ...(await awardedFindings(context, record)),
    ...(await flowFindings(context, record)),
    ...(await cutFindings(context, record)),
  ];
}

/** The prices count from their days on; what they replace ends with the same transaction, as it stands at this moment. */
async function write(context: Context, { record, now, actor }: Work<AccountPriceRecord>): Promise<void> {
  await ask(context, {
    entityKey: BOOK,
    name: "write",
    input: {
      ...{ sourceId: record.id, sourceNo: record.number ?? "" },
      ...{ approvedAt: now, approvedBy: actor.name },
      prices: agreedPrices(record),
    },
    answer: z.array(z.string()),
  });
}

/** As written: what another document wrote while this one waited for the lock is found before anything is cut. */
async function writeWhatWasCompared(context: Context, work: Work<AccountPriceRecord>): Promise<void> {
  await ask(context, {
    entityKey: BOOK,
    name: "hold",
    input: accountPriceLines(work.record).map(({ supplier_id }) => supplier_id),
    answer: z.null(),
  });
  refuseBlocks(await comparedFindings(context, work.record));
  await write(context, work);
}

/** A price that an order out there is bought at stays until that order has ended. */
async function inUseFindings(context: Context, record: AccountPriceRecord): Promise<Finding[]> {
  const { registry } = context.services;
  if (!registry.registrations.some(({ entity }) => entity.key === ORDER)) return [];
  const numbers = await ask(context, {
    entityKey: ORDER,
    name: "bought_at",
    input: record.number ?? "",
    answer: z.array(z.string()),
  });
  if (numbers.length === 0) return [];
  const named = numbers.slice(0, MOST_NAMED).join("、");
  const text = `采购订单${named}${numbers.length > MOST_NAMED ? `等${numbers.length}张` : ""}已按这些价格下达，不能撤销`;
  return [block("in_use", text)];
}

/** The book is held first: what goes out at the same moment is found before its price is gone. */
async function takeBack(context: Context, { record }: Work<AccountPriceRecord>): Promise<void> {
  await ask(context, {
    entityKey: BOOK,
    name: "hold",
    input: accountPriceLines(record).map(({ supplier_id }) => supplier_id),
    answer: z.null(),
  });
  refuseBlocks(await inUseFindings(context, record));
  await ask(context, {
    entityKey: BOOK,
    name: "revoke",
    input: { sourceId: record.id },
    answer: z.object({ restored: z.number() }),
  });
}

/** Old and new prices side by side. */
async function comparison(context: Context, record: AccountPriceRecord): Promise<OwnSection[]> {
  const items = accountPriceLines(record);
  if (!items.some(({ old_price }) => old_price !== null)) return [];
  return [
    {
      kind: "chart",
      title: "新旧价对比",
      chart: {
        kind: "bar",
        caption: "各行含税单价，没有原价的记为0",
        axis: "价格明细",
        unit: String(record.currency),
        labels: await labelsOfLines(context, items),
        series: [
          { label: "原价", values: items.map(({ old_price }) => old_price ?? "0") },
          { label: "新价", values: items.map(({ new_price }) => new_price) },
        ],
      },
    },
  ];
}

/** Whoever ends links learns it where there was none to end. */
async function endLinks(context: Context, { record, reason }: Work<AccountPriceRecord>): Promise<void> {
  const ended = await endPageLinks(context, context.services.registry.entity(KEY), record.id, reason ?? "");
  if (ended === 0) throw new AppError("invalid", { message: "没有仍然有效的审批链接" });
}

export const accountPriceServer: EntityServer<"price-approval/account-price"> = {
  prepare: completeLines,
  beforeSave: async ({ record }) => sourceComplaints(record),
  afterTransition: tellInquiry,
  async beforeRemove(context, record) {
    return record.rfq_id && context.actor.kind !== "system" ? "询价生成的核价单请从询价单退回比价" : null;
  },
  sections: async (context, record) => [
    ...(await comparison(context, record)),
    ...(await comparedSections(context, record)),
  ],
  embedded: casePage,
  audiences: {
    async buyer({ record }) {
      const { buyer_id, created_by } = record;
      return typeof buyer_id === "string" && buyer_id !== created_by ? [buyer_id] : [];
    },
  },
  transitions: {
    submit: { check: submitFindings, effect: writeWhatWasCompared },
    revoke: { check: inUseFindings, effect: takeBack },
    end_links: { effect: endLinks },
  },
};
