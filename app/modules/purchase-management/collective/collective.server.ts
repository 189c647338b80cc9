import { type Context, consequenceOf } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, OwnSection } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { peopleOf } from "~/engine/notify/audience.server";
import { convert } from "~/engine/operations/conversion.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesSeen } from "~/engine/operations/line-scope.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, formatDecimal, roundQuantity, sum } from "~/shared/decimal";
import { givenQty } from "../rfq/collective.rules";
import { rfqFacts } from "../rfq/rfq-quotes.server";
import { collectiveLines } from "./collective.fields";
import { chosenFactories } from "./collective.rules";
import { collectiveComplaints, completeCollective, KEY, notOwn, plannedLines } from "./collective-demand.server";
import { shortFactories } from "./collective-execution.server";
import { orderedGoods, outsideFindings, pooledFindings, sourcedGoods } from "./pooled-goods.server";

type CollectiveRecord = RecordFor<"purchase-management/collective">;

const RFQ = "purchase-management/rfq";
/** The list of bundled inquiries: what is made there is one. */
const BUNDLED = "purchase-management/rfq-collective";
const FACTORY = "master-data/factory";
/** States of an inquiry that came to nothing. */
const FAILED: readonly string[] = ["failed", "cancelled"];

const block = (check: string, text: string): Finding => ({ check, level: "block", text });

async function namesOf(context: Context, factoryIds: readonly string[]): Promise<string> {
  const names = await labelsOf(context, context.services.registry.entity(FACTORY), factoryIds);
  return factoryIds.map((id) => names.get(id) ?? "").join("、");
}

const factoriesIn = (record: CollectiveRecord) =>
  linesOf(record, "factories").flatMap(({ factory_id: id }) => (typeof id === "string" ? [id] : []));

/** People who plan for one of these factories. */
async function plannersOf(context: Context, factories: readonly string[]): Promise<string[]> {
  const [role] = await unscopedRows(context, "system-management/role", ["id"], [where.eq("code", "planner")]);
  if (!role || factories.length === 0) return [];
  const nobody = { suppliers: [], supplierClasses: [], people: [] };
  const planners = await peopleOf(context, { kind: "listed", ...nobody, roles: [role.id], factories: [] });
  const there = new Set(await peopleOf(context, { kind: "listed", ...nobody, roles: [], factories }));
  return planners.filter((id) => there.has(id));
}

/** Whom the time to collect waits for: each factory that has not confirmed. */
async function unconfirmed(context: Context) {
  const pools = await unscopedRows(context, KEY, ["id", "collect_deadline"], [where.eq("state", "collecting")]);
  if (pools.length === 0) return [];
  const rows = await unscopedLines(context, {
    entityKey: KEY,
    lines: "factories",
    columns: ["root_id", "factory_id"],
    where: [
      where.oneOf(
        "root_id",
        pools.map(({ id }) => id),
      ),
      where.empty("confirmed_at"),
    ],
  });
  const people = new Map<string, readonly string[]>();
  for (const id of new Set(rows.map(({ factory_id }) => factory_id))) people.set(id, await plannersOf(context, [id]));
  const names = await labelsOf(context, context.services.registry.entity(FACTORY), [...people.keys()]);
  return rows.flatMap(({ root_id, factory_id }) => {
    const pool = pools.find(({ id }) => id === root_id);
    const values = { person: people.get(factory_id) ?? [], factory: names.get(factory_id) ?? "" };
    return pool ? [{ id: root_id, about: factory_id, day: dayOf(new Date(pool.collect_deadline)), values }] : [];
  });
}

/** Everybody confirms for the factories it plans for, and only where they want something. */
async function refuseStrange(context: Context, { record, lineInput }: Work<CollectiveRecord>): Promise<void> {
  const chosen = chosenFactories(linesOf(record, "factories"), lineInput).map(({ factory_id }) => String(factory_id));
  const wanting = new Set(linesOf(record, "demands").map(({ factory_id }) => factory_id));
  const strange = notOwn(context, chosen);
  const idle = chosen.filter((id) => !wanting.has(id));
  const message =
    strange.length > 0
      ? `只能确认本厂的需求，不能代${await namesOf(context, strange)}确认`
      : idle.length > 0
        ? `${await namesOf(context, idle)}没有需求行，请先填写，或由采购员删除该工厂`
        : null;
  if (message !== null) throw new AppError("invalid", { message, complaints: [{ field: "factories", message }] });
}

/** What was stopped in its plan is not bought. */
async function stoppedFindings(context: Context, record: CollectiveRecord): Promise<Finding[]> {
  const demands = linesOf(record, "demands");
  const stopped = new Set(
    (await plannedLines(context, demands)).flatMap(({ id, stopped_at }) => (stopped_at === null ? [] : [id])),
  );
  return demands.flatMap(({ plan_line }, at) =>
    typeof plan_line === "string" && stopped.has(plan_line)
      ? [block("plan", `第${at + 1}行的采购计划行已终止，请删除该行`)]
      : [],
  );
}

async function freezeFindings(context: Context, record: CollectiveRecord): Promise<Finding[]> {
  const open = linesOf(record, "factories").flatMap(({ factory_id, confirmed_at }) =>
    typeof factory_id === "string" && confirmed_at === null ? [factory_id] : [],
  );
  const waiting =
    open.length > 0 ? [block("confirmed", `${await namesOf(context, open)}还没有确认需求，不能锁定`)] : [];
  return [...waiting, ...(await stoppedFindings(context, record))];
}

/** Inquiries that were made of lines of pools, the oldest first, each with the lines it was made of. */
async function madeOf(context: Context, demandIds: readonly string[]) {
  if (demandIds.length === 0) return [];
  const lines = await unscopedLines(context, {
    entityKey: RFQ,
    lines: "items",
    columns: ["root_id", "pool_line"],
    where: [where.oneOf("pool_line", demandIds)],
  });
  const rows = await unscopedRows(
    context,
    RFQ,
    ["id", "number", "state", "distributed_at"],
    [where.oneOf("id", [...new Set(lines.map(({ root_id }) => root_id))])],
  );
  return rows
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => ({
      ...row,
      from: new Set(lines.filter(({ root_id }) => root_id === row.id).map(({ pool_line }) => pool_line)),
    }));
}

const inquiriesOf = (context: Context, { demands }: Pick<CollectiveRecord, "demands">) =>
  madeOf(
    context,
    demands.map(({ id }) => id),
  );

const numbersOf = (rows: readonly { number: string | null }[]) => rows.map(({ number }) => number ?? "").join("、");

/** The frozen demand that nobody asked for yet becomes one inquiry, by the way everybody makes documents of lines. */
async function inquire(context: Context, { record }: Work<CollectiveRecord>): Promise<void> {
  const screen = context.services.registry.screen(BUNDLED);
  if (!screen) throw new Error(`${BUNDLED} has no screen`);
  const rows = record.demands.flatMap(({ id, open_qty }) =>
    open_qty !== null && decimal(open_qty).gt(0) ? [{ line: id, quantity: open_qty }] : [],
  );
  if (rows.length > 0) await convert(context, { screen, name: "from_pool", rows, unoffered: true });
}

async function distributeFindings(context: Context, record: CollectiveRecord): Promise<Finding[]> {
  const living = (await inquiriesOf(context, record)).filter(({ state }) => !FAILED.includes(state));
  if (living.length === 0) return [block("rfq", "没有完成的询价单，请重新发起询价，或取消集采")];
  const open = living.filter(({ state }) => state !== "done");
  return open.length > 0 ? [block("rfq", `询价单${numbersOf(open)}的核价还没有批准，不能分配`)] : [];
}

/** Results as approved, by factory; an inquiry nobody split by hand is given to the factories by its approved shares. */
async function distribute(context: Context, { record, append }: Work<CollectiveRecord>): Promise<void> {
  const entity = context.services.registry.entity(RFQ);
  for (const { id, state, distributed_at } of await inquiriesOf(context, record)) {
    if (state !== "done") continue;
    if (distributed_at === null) await applyTransition(consequenceOf(context), { entity, id, name: "distribute" });
    const rfq = rfqFacts.parse((await openRecord(context, { entity, id, wanted: { labels: false } })).record);
    for (const award of rfq.awards) {
      const item = rfq.items.find(({ line_no }) => line_no === award.item_no);
      const demand = record.demands.find((one) => one.id === item?.pool_line);
      if (!item || !demand) continue;
      append("results", {
        ...{ factory_id: item.factory_id, material_id: item.material_id, supplier_id: award.supplier_id },
        ...{ share: award.share, qty: givenQty(award) ?? "0", uom: item.uom, price: award.award_price },
        ...{ last_price: demand.last_price, event_no: rfq.number },
      });
    }
  }
}

/** An inquiry that goes on keeps its pool. */
async function cancelFindings(context: Context, record: CollectiveRecord): Promise<Finding[]> {
  const living = (await inquiriesOf(context, record)).filter(({ state }) => !FAILED.includes(state));
  return living.length > 0 ? [block("rfq", `请先取消询价单${numbersOf(living)}，或等它流标以后再取消集采`)] : [];
}

/** What suppliers are asked for stays as it is. */
async function unfreezeFindings(context: Context, record: CollectiveRecord): Promise<Finding[]> {
  const living = (await inquiriesOf(context, record)).filter(({ state }) => !FAILED.includes(state));
  return living.length > 0 ? [block("rfq", `已生成询价单${numbersOf(living)}，请先取消询价单再解锁`)] : [];
}

const unit = (uom: string) => choiceLabel(collectiveLines.demands.fields.uom.options, uom);

/** Sums of what is wanted of the demand the person sees, in words, and by which inquiries it is bought, by id of the pool. */
async function columns(context: Context, ids: readonly string[]) {
  const rows = await unscopedLines(context, {
    entityKey: KEY,
    lines: "demands",
    columns: ["id", "root_id", "qty", "uom"],
    where: [where.oneOf("root_id", ids), ...linesSeen(context, KEY, "demands")],
  });
  const living = (
    await madeOf(
      context,
      rows.map(({ id }) => id),
    )
  ).filter(({ state }) => !FAILED.includes(state));
  return new Map(
    ids.map((id) => {
      const own = rows.filter(({ root_id }) => root_id === id);
      const parts = [...new Set(own.map(({ uom }) => uom))].map((uom) => {
        const whole = sum(own.filter((row) => row.uom === uom).map(({ qty }) => qty));
        return `${formatDecimal(roundQuantity(whole))} ${unit(uom)}`;
      });
      const events = living.filter(({ from }) => own.some((line) => from.has(line.id)));
      return [id, { total_qty: parts.join("；"), event_no: numbersOf(events) }];
    }),
  );
}

/** What is wanted of each material, over all factories whose demand the person sees. */
async function bundled(context: Context, record: CollectiveRecord): Promise<OwnSection[]> {
  const materials = [...new Set(record.demands.map(({ material_id }) => String(material_id)))];
  if (materials.length === 0) return [];
  const names = await labelsOf(context, context.services.registry.entity("master-data/material"), materials);
  const headings = ["物料", "汇总数量", "单位", "工厂数", "寻源中", "已定价"];
  return [
    {
      kind: "table",
      title: "汇总需求",
      table: {
        caption: "您看得到的各工厂需求，按物料合计",
        columns: columnsOf(headings, ["汇总数量", "工厂数", "寻源中", "已定价"]),
        rows: materials.map((id) => {
          const own = record.demands.filter(({ material_id }) => material_id === id);
          const total = (name: "qty" | "sourcing_qty" | "sourced_qty") =>
            formatDecimal(roundQuantity(sum(own.map((line) => line[name] ?? "0"))));
          return {
            id,
            cells: [
              { text: names.get(id) ?? "" },
              { text: total("qty") },
              { text: unit(String(own[0]?.uom)) },
              { text: String(new Set(own.map(({ factory_id }) => factory_id)).size) },
              { text: total("sourcing_qty") },
              { text: total("sourced_qty") },
            ],
          };
        }),
      },
    },
  ];
}

export const collectiveServer: EntityServer<"purchase-management/collective"> = {
  prepare: completeCollective,
  beforeSave: collectiveComplaints,
  sections: async (context, record) => [
    ...(await bundled(context, record)),
    ...(await shortFactories(context, record)),
  ],
  extra: (context, _screen, ids) => columns(context, ids),
  audiences: { planners: ({ context, record }) => plannersOf(context, factoriesIn(record)) },
  deadlines: { collect: unconfirmed },
  publishes: {
    pooled: (context, asked: unknown) => pooledFindings(context, sourcedGoods.parse(asked)),
    outside: (context, asked: unknown) => outsideFindings(context, orderedGoods.parse(asked)),
  },
  transitions: {
    confirm: { effect: refuseStrange },
    freeze: { check: freezeFindings },
    unfreeze: { check: unfreezeFindings },
    start: { check: stoppedFindings, effect: inquire },
    distribute: { check: distributeFindings, effect: distribute },
    cancel: { check: cancelFindings },
  },
};
