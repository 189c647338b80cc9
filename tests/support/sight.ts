import { matches } from "~/engine/access/matches";
import type { AnyEntity, AnyRecord, StaffScope } from "~/engine/entity";
import { draftStates } from "~/engine/entity/drafts";
import { linesOf } from "~/engine/operations/records.server";
import { TODAY } from "./clock";
import { ACCOUNT_NAMES, type AccountName, accountOf } from "./company";
import { seesAll } from "./conformance";
import { initialLimit } from "./limits";
import { matchesWhole } from "./other-tables";
import type { World } from "./world";

/** What conditions know of the account. */
export function factsOf(world: World, account: AccountName) {
  const { supplier } = accountOf(account);
  return {
    supplierId: supplier ? world.ids[supplier] : null,
    userId: world.accounts[account],
    today: TODAY,
    now: world.clock.now().toISOString(),
    limit: initialLimit,
  };
}

/** What the account may see by its definition: judged row by row in memory, not by the engine's filters. */
export function sees(world: World, account: AccountName, entity: AnyEntity, record: AnyRecord): boolean {
  const facts = factsOf(world, account);
  if (facts.supplierId) {
    const wall = entity.access.suppliers;
    if (wall.kind === "everyone") return matchesWhole(world, wall.when, record, facts);
    if (wall.kind === "invited") {
      const isNamed = linesOf(record, wall.lines).some((line) => line[wall.column] === facts.supplierId);
      return isNamed && matches(wall.when, record, facts);
    }
    return wall.kind === "own" && record[wall.column] === facts.supplierId && matches(wall.when, record, facts);
  }
  if (isUnsent(world, entity, record)) return false;
  const { personal } = entity.access;
  const { role, factories, groups, types } = accountOf(account);
  if (personal && !seesAll(entity, role, "get") && !matchesWhole(world, personal.where, record, facts)) return false;
  const scope: StaffScope = entity.access.staff ?? {};
  const allowed = { factory: factories, purchase_group: groups, material_type: types };
  return (["factory", "purchase_group", "material_type"] as const).every((kind) => {
    const column = scope[kind];
    const rows = allowed[kind]?.map((name) => world.ids[name]);
    return column === undefined || rows === undefined || rows.includes(String(record[column]));
  });
}

/** What the other side wrote and has not sent: nobody of ours sees it. */
export function isUnsent(world: World, entity: AnyEntity, record: AnyRecord): boolean {
  return draftStates(entity).includes(record.state) && isTheirs(world, entity, record);
}

/** Written by a supplier, or by an applicant who has no account. */
function isTheirs(world: World, entity: AnyEntity, record: AnyRecord): boolean {
  if (entity.access.suppliers.kind === "none") return record.created_by === null;
  return ACCOUNT_NAMES.some((name) => accountOf(name).supplier && world.accounts[name] === record.created_by);
}

/** Why a record as it is made is not removed, where only others are: values that count already, of which another says that they do not. */
export function keptReason({ removableWhen }: AnyEntity, record: Readonly<Record<string, unknown>>): string | null {
  if (!removableWhen) return null;
  const facts = { supplierId: null, userId: null, today: TODAY, now: `${TODAY}T00:00:00.000Z`, limit: initialLimit };
  return matches(removableWhen.where, record, facts) ? null : removableWhen.otherwise;
}
