import { sql } from "kysely";
import type { TransitionOf } from "~/engine/entity/entity-map";
import { type DemoPen, type SeedWorld, seedOf } from "~/engine/entity/seed";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal, roundQuantity } from "~/shared/decimal";

const DRILL = "receiving/recall-drill";
const RECEIPT = "receiving/goods-receipt";

/** How far a drill came, and how it went. */
interface Story {
  fate: "closed" | "sent_back" | "reviewing" | "running" | "cancelled" | "draft";
  occasion: "planned" | "audit" | "authority" | "real";
  text: string;
  days: number;
  /** So much of what stands in the books was not found. */
  lost?: string;
  conclusion?: "effective" | "improve";
}

const STORIES: readonly Story[] = [
  {
    fate: "closed",
    occasion: "planned",
    text: "年度演练：假设供方通报该批号重金属超标",
    days: 210,
    conclusion: "effective",
  },
  { fate: "cancelled", occasion: "audit", text: "客户审核要求的现场演练，审核改期", days: 150 },
  {
    fate: "closed",
    occasion: "planned",
    text: "年度演练：假设包装材料迁移物超标",
    days: 60,
    lost: "0.02",
    conclusion: "improve",
  },
  { fate: "sent_back", occasion: "audit", text: "客户验厂前演练", days: 3 },
  { fate: "reviewing", occasion: "authority", text: "市场监管部门抽查，要求提供追溯记录", days: 1 },
  { fate: "running", occasion: "planned", text: "年度演练：假设供方通报该批号过敏原标注错误", days: 0 },
  { fate: "draft", occasion: "planned", text: "下半年演练，待定时间", days: 0 },
];

interface Batch {
  supplier_id: string;
  material_id: string;
  batch_no: string;
}

/** Batches that were posted before so many days ago, each of one story. */
async function postedBatches(pen: DemoPen): Promise<{ batch: Batch; posted: string }[]> {
  const context = pen.context(pen.moment(pen.daysAgo(0), 8));
  const receipts = await unscopedRows(
    context,
    RECEIPT,
    ["id", "supplier_id", "post_date"],
    [where.eq("state", "posted"), where.set("post_date")],
  );
  const lines = await unscopedLines(context, {
    entityKey: RECEIPT,
    lines: "items",
    columns: ["root_id", "line_no", "material_id", "batch_no", "accept_qty"],
    where: [
      where.oneOf(
        "root_id",
        receipts.map(({ id }) => id),
      ),
      where.set("batch_no"),
    ],
  });
  return receipts
    .flatMap(({ id, supplier_id, post_date }) => {
      const line = lines.find(({ root_id, accept_qty }) => root_id === id && decimal(accept_qty ?? "0").gt(0));
      return line?.batch_no
        ? [
            {
              batch: { supplier_id, material_id: line.material_id, batch_no: line.batch_no },
              posted: String(post_date),
            },
          ]
        : [];
    })
    .sort((one, other) => (one.posted < other.posted ? 1 : -1));
}

/** Writes and leads the drills of the demo. */
class Drills {
  constructor(private readonly pen: DemoPen) {}

  private async by(account: string, days: number, hour: number, minute = 0) {
    return this.pen.context(this.pen.moment(this.pen.daysAgo(days), hour, minute), await this.pen.person(account));
  }

  async tell({ fate, occasion, text, days, lost = "0", conclusion = "effective" }: Story, batch: Batch): Promise<void> {
    const { entity } = this.pen.screen(DRILL);
    const qa = await this.by("qa1", days, 8);
    const { id } = await this.pen.create(qa, DRILL, {
      ...batch,
      occasion,
      leader_id: qa.actor.id,
      description: text,
    });
    const move = async (
      who: { account: string; minute: number },
      name: TransitionOf<"receiving/recall-drill">,
      more: object = {},
    ) => applyTransition(await this.by(who.account, days, 8, who.minute), { entity, id, name, ...more });
    if (fate === "draft") return;
    await move({ account: "qa1", minute: 5 }, "start");
    if (fate === "running") return;
    if (fate === "cancelled") {
      await move({ account: "qa1", minute: 30 }, "cancel", { reason: "审核改期，另行安排" });
      return;
    }
    const { record } = await openRecord(qa, { entity, id });
    const lineInput = Object.fromEntries(
      linesOf(record, "stocks").map((row) => {
        const left = decimal(String(row.left_qty ?? "0"));
        const used = left.times("0.3").round(0);
        const found = left.minus(used).times(decimal("1").minus(lost));
        return [row.id, { found_qty: roundQuantity(found), used_qty: roundQuantity(used) }];
      }),
    );
    if (Object.keys(lineInput).length > 0) await move({ account: "qa1", minute: 40 }, "count", { lineInput });
    const input = {
      findings: lost === "0" ? "各仓库批号标识清楚，未发现问题" : "线边仓退料没有贴批号标识，清点数量少于账面",
      ...(lost === "0" ? {} : { diff_reason: "车间已拆包未投产的余料未计入清点，已补登并培训" }),
    };
    await move({ account: "qa1", minute: 55 }, "report", { input });
    if (fate === "reviewing") return;
    if (fate === "sent_back") {
      await move({ account: "qamanager1", minute: 58 }, "send_back", { reason: "请补充线边仓的清点照片" });
      return;
    }
    await move({ account: "qamanager1", minute: 59 }, "close", {
      input: {
        conclusion,
        conclusion_text: conclusion === "effective" ? "一小时内查清全部去向，追溯有效" : "线边仓余料须贴批号，下次复查",
      },
    });
  }
}

/** Drills of a year in every state, of batches that were received. */
async function demoDrills(pen: DemoPen): Promise<void> {
  const free = await postedBatches(pen);
  for (const story of STORIES) {
    const at = free.findIndex(({ posted }) => posted <= pen.daysAgo(story.days));
    const [found] = free.splice(Math.max(0, at), 1);
    if (found && at >= 0) await new Drills(pen).tell(story, found.batch);
  }
}

/** A drill is about a batch that is known: that of the certificate of supplier A. */
async function fitDrill({ run, ids }: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition === "start" || transition === "refresh")
    await run(
      sql`update recall_drill set supplier_id = ${ids.supplierA}, material_id = ${ids.box}, batch_no = 'P0001' where id = ${id}`,
    );
  if (transition === "count")
    await run(sql`insert into recall_drill_stocks (id, root_id, line_no, received_qty, returned_qty, left_qty)
      select gen_random_uuid(), ${id}, 10, 0, 0, 0 where not exists (select 1 from recall_drill_stocks where root_id = ${id})`);
  if (transition === "report") {
    await run(sql`delete from recall_drill_stocks where root_id = ${id}`);
    await run(sql`update recall_drill set findings = '未发现问题' where id = ${id}`);
  }
  if (transition === "close") await run(sql`update recall_drill set conclusion = 'effective' where id = ${id}`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: DRILL,
  least: {
    needs: ["supplier-management/supplier", "master-data/material"],
    sample: ({ id }) => ({
      supplier_id: id("supplier-management/supplier"),
      material_id: id("master-data/material"),
      batch_no: "P0001",
      leader_id: "质量员",
    }),
  },
  rows: {
    names: ["recallDrill"],
    async make({ add, at, account }) {
      await add("recallDrill", {
        supplier_id: at("supplierA"),
        material_id: at("box"),
        batch_no: "P0001",
        leader_id: account("qa"),
      });
    },
  },
  fit: fitDrill,
  demo: demoDrills,
});
