import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { DemoWriter } from "./demo-writer.server";
import type { Organisation } from "./organisation.server";
import { addPerson } from "./staff.server";

const REQUEST = "user-administration/access-request";

/** Since a second person keeps accounts, a role that approves takes both: one such request waits for the other of them. */
export async function loadSecondAdministrator(writer: DemoWriter, organisation: Organisation): Promise<void> {
  await addPerson(writer, organisation, { account: "pengying", name: "彭颖", role: "user_admin", seat: 34 });
  const asked = writer.context(writer.moment(writer.daysAgo(1), 9), await writer.person("factoryqc1"));
  const [role] = await unscopedRows(asked, "system-management/role", ["id"], [where.eq("code", "qa")]);
  const { id } = await createRecord(asked, {
    screen: writer.screen(REQUEST),
    values: {
      role_id: role?.id,
      reason: "质量工程师休假期间代为审核来货检验报告。",
      valid_until: writer.daysAgo(-21),
    },
  });
  const { entity } = writer.screen(REQUEST);
  await applyTransition(asked, { entity, id, name: "submit" });
  const first = writer.context(writer.moment(writer.daysAgo(1), 15), await writer.person("useradmin1"));
  await applyTransition(first, { entity, id, name: "approve", reason: "已与质量经理确认。" });
}
