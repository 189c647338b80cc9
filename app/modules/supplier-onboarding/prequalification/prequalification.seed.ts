import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";
import { demoPrequalifications } from "./prequalification.demo";

async function fitPrequalification(world: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition === "finish")
    await world.run(sql`update prequalification set appeal_until = '2025-03-01' where id = ${id}`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-onboarding/prequalification",
  least: {
    needs: ["master-data/purchase-org", "master-data/material-type", "system-management/user"],
    sample: ({ id, serial }) => ({
      title: `样例预审${serial}`,
      mode: "open",
      purchase_org_id: id("master-data/purchase-org"),
      material_type_id: id("master-data/material-type"),
      template_id: "预审表",
      notice: "样例公告",
      deadline: "2025-05-30 17:00",
      valid_to: "2026-06-30",
      contact: id("system-management/user"),
    }),
  },
  rows: {
    names: ["preqOpen"],
    target: "preqOpen",
    async make({ add, at, account, move }) {
      await add("preqOpen", {
        title: "包材公开预审",
        mode: "open",
        purchase_org_id: at("org"),
        material_type_id: at("packType"),
        template_id: at("preqTemplate"),
        notice: "请应答",
        deadline: "2025-05-30 17:00",
        valid_to: "2026-06-30",
        contact: account("manager"),
        criteria: [{ title: "无重大处罚", required: "0" }],
      });
      await move("preqOpen", "publish");
    },
  },
  fit: fitPrequalification,
  demo: demoPrequalifications,
});
