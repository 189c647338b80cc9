import { sql } from "kysely";
import { type DemoPen, seedOf } from "~/engine/entity/seed";
import { openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const SCENARIO = "system-management/msg-scenario";

/** What the administrator added to what the program tells people. */
async function demoRules(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(1), 17));
  const screen = pen.screen(SCENARIO);
  const idOf = async (key: typeof SCENARIO | "system-management/role", code: string) => {
    const [row] = await unscopedRows(context, key, ["id"], [where.eq("code", code)]);
    return String(row?.id);
  };
  const role = await idOf("system-management/role", "qa_manager");
  const id = await idOf(SCENARIO, "certificate.expiring");
  const { record } = await openRecord(context, { entity: screen.entity, id, screen, wanted: { labels: false } });
  const receivers = [{ target_type: "role", role_id: role }];
  await updateRecordBy(context, { screen, id, version: record.version, values: { receivers } });
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/msg-scenario",
  least: {
    needs: [],
    given: (serial) => ({
      code: `sample.${serial}`,
      name: `样例场景${serial}`,
      module: "样例",
      level: "info",
      audience: "both",
    }),
    sample: () => ({ on_site: "1", receiver_rule: "owner" }),
  },
  fit: (world, id, transition) =>
    transition === "enable" || transition === "try"
      ? world.run(sql`insert into msg_template (id, state, scenario, channel, side, title, content)
            select gen_random_uuid(), 'active', code, 'site', 'internal', name, name from msg_scenario where id = ${id}`)
      : Promise.resolve(),
  demo: demoRules,
});
