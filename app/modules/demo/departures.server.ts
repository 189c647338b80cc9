import type { DemoSupplier } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { DemoWriter } from "./demo-writer.server";
import type { Organisation } from "./organisation.server";
import { addPerson } from "./staff.server";
import { SUPPLIERS } from "./suppliers";

const USER = "system-management/user";
const FREEZE = "supplier-performance/supplier-freeze";
/** Nobody orders of it or admits it, so nothing else of the demo speaks of it. */
const BARRED = "码上印";

/** People whose accounts are out of use, and the supplier nobody deals with any more. */
export async function loadDepartures(
  writer: DemoWriter,
  organisation: Organisation,
  suppliers: readonly DemoSupplier[],
): Promise<void> {
  await loadLeavers(writer, organisation);
  await blacklist(writer, suppliers);
}

/** One who is away for long, one who has left, one who mistyped the password too often. */
async function loadLeavers(writer: DemoWriter, organisation: Organisation): Promise<void> {
  const administrator = await writer.person("useradmin1");
  for (const { account, name, role, seat, move, reason, days } of [
    {
      account: "dingyan",
      name: "丁岩",
      role: "buyer",
      seat: 31,
      move: "block",
      reason: "长期外派，返岗前停用",
      days: 40,
    },
    { account: "shenbo", name: "沈波", role: "planner", seat: 32, move: "retire", reason: "离职", days: 75 },
    { account: "taoran", name: "陶然", role: "warehouse", seat: 33, move: "lock", reason: "密码多次输错", days: 1 },
  ] as const) {
    const id = await addPerson(writer, organisation, { account, name, role, seat });
    const at = writer.moment(writer.daysAgo(days), 16);
    const context = move === "lock" ? writer.context(at) : writer.context(at, administrator);
    await applyTransition(context, { entity: writer.screen(USER).entity, id, name: move, reason });
  }
}

/** A supplier is put on the blacklist by the document for it, and its people are kept out. */
async function blacklist(writer: DemoWriter, suppliers: readonly DemoSupplier[]): Promise<void> {
  const barred = suppliers[SUPPLIERS.findIndex(({ brand }) => brand === BARRED)];
  if (!barred) return;
  const [applicant, leader, administrator] = await Promise.all(
    ["qamanager1", "leader1", "useradmin1"].map((account) => writer.person(account)),
  );
  const at = (days: number, hour: number, actor = applicant) =>
    writer.context(writer.moment(writer.daysAgo(days), hour), actor);
  const { entity } = writer.screen(FREEZE);
  const { id } = await writer.create(at(46, 9), FREEZE, {
    supplier_id: barred.id,
    freeze_type: "blacklist",
    source_type: "risk",
    reason: "投标文件中的印刷经营许可证系伪造，经发证机关核实。",
    supplier_note: "因提供虚假资质，不再与贵公司发生业务。",
    effective_from: writer.daysAgo(45),
  });
  await applyTransition(at(46, 10), { entity, id, name: "submit", reason: "已核对影响，没有未完成的单据。" });
  await applyTransition(at(45, 9, leader), { entity, id, name: "approve" });
  const people = await unscopedRows(at(45, 10), USER, ["id"], [where.eq("supplier_id", barred.id)]);
  for (const person of people)
    await applyTransition(at(45, 11, administrator), {
      entity: writer.screen(USER).entity,
      id: person.id,
      name: "block",
      reason: "所属供应商已列入黑名单",
    });
}
