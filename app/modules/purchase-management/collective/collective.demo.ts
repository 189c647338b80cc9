import type { DemoPen } from "~/engine/entity/seed";
import { AppError } from "~/engine/errors";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { momentOf } from "~/shared/calendar";
import { where } from "~/shared/condition";

const POOL = "purchase-management/collective";
const PLAN = "purchase-management/purchase-plan-apply";
const FACTORIES = ["1010", "1020"] as const;
const MOST_MATERIALS = 2;

interface Goods {
  material_id: string;
  uom: string;
}

/** Materials with a price that are of one type, by the type. */
async function goodsByType(pen: DemoPen, companyId: string): Promise<[type: string, goods: Goods[]][]> {
  const context = pen.context(pen.now);
  const priced = await unscopedRows(
    context,
    "base-data/price-data",
    ["material_id"],
    [where.eq("company_id", companyId), where.eq("currency", "CNY"), where.empty("closed_on")],
  );
  const materials = await unscopedRows(
    context,
    "master-data/material",
    ["id", "code", "uom", "material_type_id"],
    [
      where.oneOf("id", [...new Set(priced.map(({ material_id }) => material_id))]),
      where.not(where.eq("material_status", "stopped")),
    ],
  );
  const found = new Map<string, Goods[]>();
  for (const { id, uom, material_type_id } of materials.sort((a, b) => a.code.localeCompare(b.code)))
    found.set(material_type_id, [...(found.get(material_type_id) ?? []), { material_id: id, uom }]);
  return [...found];
}

class Pools {
  constructor(
    private readonly pen: DemoPen,
    private readonly companyId: string,
    private readonly factories: readonly string[],
  ) {}

  private async as(account: string, days: number, hour: number) {
    const { pen } = this;
    return pen.context(pen.moment(pen.daysAgo(days), hour), await pen.person(account));
  }

  private recordOf(id: string) {
    return openRecord(this.pen.context(this.pen.now), { entity: this.pen.screen(POOL).entity, id });
  }

  private async move(id: string, name: string, more: { days: number; hour: number; reason?: string }) {
    const { days, hour, reason } = more;
    await applyTransition(await this.as("manager1", days, hour), {
      ...{ entity: this.pen.screen(POOL).entity, id, name },
      ...(reason === undefined ? {} : { reason }),
    });
  }

  /** The planner of so many of the factories says that its demand is right. */
  private async confirm(id: string, days: number, most: number): Promise<void> {
    const rows = linesOf((await this.recordOf(id)).record, "factories").slice(0, most);
    await applyTransition(await this.as("planner1", days, 14), {
      ...{ entity: this.pen.screen(POOL).entity, id, name: "confirm" },
      lineInput: Object.fromEntries(rows.map((row) => [row.id, { chosen: "1" }])),
    });
  }

  private async open(title: string, days: number, [category, goods]: [string, Goods[]]): Promise<string> {
    const { pen } = this;
    const { id } = await pen.create(await this.as("manager1", days, 9), POOL, {
      ...{ title, category_id: category, company_id: this.companyId },
      ...{ period_from: pen.daysAgo(-30), period_to: pen.daysAgo(-210) },
      collect_deadline: momentOf(pen.daysAgo(days - 7), "17:00"),
      demands: this.factories.flatMap((factory_id, place) =>
        goods.slice(0, MOST_MATERIALS).map(({ material_id, uom }, at) => ({
          ...{ factory_id, material_id, uom, qty: String((at + 1) * 600 + place * 400) },
          required_date: pen.daysAgo(-45),
        })),
      ),
    });
    return id;
  }

  /** What the planner applied for in a plan, together with what another factory wants of the same. */
  async collecting(): Promise<void> {
    const { pen } = this;
    const context = pen.context(pen.now);
    const plans = await unscopedRows(
      context,
      PLAN,
      ["id", "factory_id"],
      [where.eq("state", "approved"), where.eq("company_id", this.companyId)],
    );
    const lines = await unscopedLines(context, {
      entityKey: PLAN,
      lines: "items",
      columns: ["id", "root_id", "material_id", "uom", "open_qty"],
      where: [
        where.oneOf(
          "root_id",
          plans.map(({ id }) => id),
        ),
        where.eq("line_status", "open"),
      ],
    });
    const [line] = lines;
    const other = this.factories.find((id) => id !== plans.find((plan) => plan.id === line?.root_id)?.factory_id);
    if (!line || other === undefined) return;
    const manager = await this.as("manager1", 1, 9);
    const rows = [{ line: line.id, quantity: line.open_qty ?? "1" }];
    const { made } = await convert(manager, { screen: pen.screen(POOL), name: "from_plan", rows });
    const id = String(made[0]?.id);
    const { record } = await this.recordOf(id);
    await updateRecordBy(manager, {
      ...{ screen: pen.screen(POOL), id, version: record.version },
      values: {
        title: "节日备货集采",
        demands: [
          ...linesOf(record, "demands").map((demand) => ({ id: demand.id })),
          {
            factory_id: other,
            material_id: line.material_id,
            uom: line.uom,
            qty: "1200",
            required_date: pen.daysAgo(-60),
          },
        ],
      },
    });
    await this.confirm(id, 0, 1);
  }

  async frozen(goods: [string, Goods[]]): Promise<void> {
    const id = await this.open("下半年辅料集采", 9, goods);
    await this.confirm(id, 4, FACTORIES.length);
    await this.move(id, "freeze", { days: 2, hour: 10 });
  }

  async cancelled(goods: [string, Goods[]]): Promise<void> {
    const id = await this.open("试点物料集采", 21, goods);
    await this.move(id, "cancel", { days: 16, hour: 11, reason: "各厂规格不同，改为各自采购" });
  }
}

/** Pools that are collected, frozen and cancelled; those that were asked for come with their inquiries. */
export async function demoCollectives(pen: DemoPen): Promise<void> {
  const companyId = await pen.idOf("master-data/company", "1000");
  const factories: string[] = [];
  for (const code of FACTORIES) factories.push(await pen.idOf("master-data/factory", code));
  const [first, second] = await goodsByType(pen, companyId);
  const pools = new Pools(pen, companyId, factories);
  const stories = [
    () => pools.collecting(),
    ...(first ? [() => pools.frozen(first)] : []),
    ...(second ? [() => pools.cancelled(second)] : []),
  ];
  for (const tell of stories) {
    try {
      await tell();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      pen.services.log.warn({ reason: error.message, complaints: error.complaints }, "a pool of the demo was refused");
    }
  }
}
