import { sql } from "kysely";
import { type DemoPen, seedOf } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";

const KEY = "base-data/coa-trust";

/** Trust in every state, of suppliers whose certificates passed; the one in force names a material whose certificates the demo does not lead. */
async function demoTrust(pen: DemoPen): Promise<void> {
  const at = (days: number) => pen.context(pen.moment(pen.daysAgo(days), 11));
  const { entity } = pen.screen(KEY);
  const rows = await unscopedRows(
    at(0),
    "receiving/inbound-coa",
    ["supplier_id", "material_id"],
    [where.eq("final_result", "pass")],
  );
  const pairs = [...new Map(rows.map((one) => [`${one.supplier_id} ${one.material_id}`, one])).values()];
  const fates = ["expire", "end", "active", "draft"] as const;
  for (const [index, fate] of fates.entries()) {
    const pair = pairs[index];
    if (!pair) continue;
    const days = [400, 200, 60, 2][index] ?? 2;
    const from = pen.daysAgo(days);
    const { id } = await pen.create(at(days), KEY, {
      ...pair,
      valid_from: from,
      valid_to: addDays(from, fate === "expire" ? 180 : 300),
      reason: "近一年各批次COA全部合格，现场审核实验室能力符合要求",
    });
    if (fate === "draft") continue;
    await applyTransition(at(days), { entity, id, name: "approve", reason: "批次不多，但实验室通过CNAS认可" });
    if (fate === "end")
      await applyTransition(at(90), { entity, id, name: "end", reason: "供应商更换检验机构，恢复逐份审核" });
    if (fate === "expire") await applyTransition(at(days - 181), { entity, id, name: "expire" });
  }
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: KEY,
  least: {
    needs: ["supplier-management/supplier"],
    sample: ({ id }) => ({
      supplier_id: id("supplier-management/supplier"),
      valid_from: "2025-03-01",
      valid_to: "2025-12-31",
      reason: "历史批次全部合格",
    }),
  },
  rows: {
    names: ["coaTrustA", "coaTrustB"],
    target: "coaTrustA",
    async make({ add, at, move }) {
      for (const [name, supplier] of [
        ["coaTrustA", "supplierA"],
        ["coaTrustB", "supplierB"],
      ] as const) {
        // Of goods no other row is about: certificates of the tests wait for somebody to judge them.
        await add(name, {
          supplier_id: at(supplier),
          material_id: at("oil"),
          valid_from: "2025-01-01",
          valid_to: "2025-12-31",
          reason: "历史批次全部合格",
        });
        await move(name, "approve", { reason: "实验室能力符合要求" });
      }
    },
  },
  // One of the same scope is in force at a time.
  async fit(world, id, transition) {
    if (transition === "approve")
      await world.run(
        sql`update coa_trust set state = 'ended' where state = 'active' and material_id is null and id <> ${id}`,
      );
  },
  demo: demoTrust,
});
