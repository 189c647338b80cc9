import { expect, test } from "vitest";
import { approvingRoles, shippedExclusives } from "~/engine/access/approving-roles";
import { ROLES } from "~/engine/access/roles";
import { registry } from "~/modules/registry.server";

test("审批岗位由定义得出；用户管理员不与审批岗位、审计员同人，采购、财务、质量的负责人是三个人", () => {
  const approving = approvingRoles(registry.registrations);
  for (const role of ["leader", "purchase_manager", "qa_manager"]) expect([...approving]).toContain(role);
  for (const role of ["system_admin", "user_admin", "supplier", "supplier_admin"])
    expect([...approving]).not.toContain(role);
  const pairs = shippedExclusives(registry.registrations).map(([one, other]) => `${one} ${other}`);
  for (const role of [...approving, "log_auditor"]) expect(pairs).toContain(`user_admin ${role}`);
  expect(pairs).toEqual(
    expect.arrayContaining(["finance_lead purchase_manager", "finance_lead qa_manager", "purchase_manager qa_manager"]),
  );
  const known = new Set(ROLES.map(({ code }) => code));
  for (const pair of pairs) for (const role of pair.split(" ")) expect(known.has(role)).toBe(true);
  expect(new Set(pairs).size).toBe(pairs.length);
});
