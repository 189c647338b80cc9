import { lockAccess } from "~/data/access.server";
import { selectExclusive, selectRoles } from "~/data/grants.server";
import { countHoldersOfBoth, selectGrants, upsertExclusive } from "~/data/roles.server";
import { actionsText } from "~/shared/actions";
import { ACTIONS } from "../access/permissions";
import type { Context } from "../context.server";
import type { AnyRecord } from "../entity";
import { AppError } from "../errors";
import { audit } from "../operations/audit.server";
import { openRecord } from "../operations/records.server";
import { saved } from "../operations/save.server";
import { requireAction, rowFilter } from "../operations/scope.server";
import { once, reading, type Saved } from "../operations/transaction.server";
import { updateRecord } from "../operations/write.server";
import { allRights, ownRank, ROLE } from "./role-grants.server";

/** Another role, and whether nobody may hold both. */
export interface RolePair {
  code: string;
  name: string;
  enabled: boolean;
  exclusive: boolean;
}

/** Roles that could exclude this one: those for the same kind of people. @throws AppError("forbidden" | "not_found") */
export async function pairsOf(context: Context, id: string): Promise<{ role: AnyRecord; pairs: RolePair[] }> {
  const entity = context.services.registry.entity(ROLE);
  return reading(context, async () => {
    const { record: role } = await openRecord(context, { entity, id, wanted: { labels: false } });
    const connection = context.services.database.connection();
    const against = othersIn(await selectExclusive(connection), String(role.code));
    const roles = (await selectRoles(connection)).filter(
      ({ code, audience }) => code !== role.code && audience === role.audience,
    );
    return { role, pairs: roles.map((one) => ({ ...one, exclusive: against.has(one.code) })) };
  });
}

function othersIn(pairs: readonly { one: string; other: string }[], code: string): Set<string> {
  return new Set(pairs.flatMap(({ one, other }) => (one === code ? [other] : other === code ? [one] : [])));
}

/**
 * Says with which other roles nobody may hold this one. Who holds both already has to give one up first: otherwise no change of
 * his roles could be saved any more.
 * @throws AppError("invalid") with the reasons, AppError("stale_record" | "forbidden" | "not_found" | "malformed")
 */
export async function saveExclusive(
  context: Context,
  input: { id: string; version: number; others: readonly string[]; requestId?: string },
): Promise<Saved> {
  const entity = context.services.registry.entity(ROLE);
  requireAction(context, entity, "edit");
  const wanted = [...new Set(input.others)].sort();
  return once(context, input.requestId, ["exclusive", input.id, wanted], async () => {
    const connection = context.services.database.connection();
    // Whoever gives roles at this moment waits, so that nobody comes to hold both meanwhile.
    await lockAccess(connection);
    const { role, pairs } = await pairsOf(context, input.id);
    if (Number(role.version) !== input.version) throw new AppError("stale_record");
    const byCode = new Map(pairs.map((pair) => [pair.code, pair]));
    if (wanted.some((code) => !byCode.has(code)))
      throw new AppError("malformed", { message: "参数格式不正确：没有这个角色" });
    if (Number(role.rank) > (await ownRank(context)))
      throw new AppError("invalid", { complaints: [{ field: "other", message: "不能修改高于自己级别的角色" }] });
    const code = String(role.code);
    const added = wanted.filter((one) => byCode.get(one)?.exclusive === false);
    const removed = pairs.filter((pair) => pair.exclusive && !wanted.includes(pair.code)).map((pair) => pair.code);
    const held = await countHoldersOfBoth(connection, code, added);
    const complaints = added.flatMap((other) => {
      const count = held.get(other) ?? 0;
      const name = byCode.get(other)?.name ?? other;
      return count > 0
        ? [{ field: "other", message: `已有${count}名用户同时持有“${String(role.name)}”和“${name}”，请先收回其中一个` }]
        : [];
    });
    if (complaints.length > 0) throw new AppError("invalid", { complaints });
    if (added.length + removed.length === 0) return saved(role, []);
    await upsertExclusive(connection, code, { added, removed });
    await updateRecord(context, { entity, before: role, after: role, filters: rowFilter(context, entity) });
    const names = (codes: readonly string[]) => codes.map((one) => byCode.get(one)?.name ?? one).join("、");
    const [fromText, toText] = [names(pairs.filter((one) => one.exclusive).map((one) => one.code)), names(wanted)];
    const changes = [
      { path: "exclusive", label: "互斥角色", from: fromText || null, to: toText || null, fromText, toText },
    ];
    await audit(context, entity, role, { action: "update", label: "互斥角色", changes, reason: null });
    return saved({ ...role, version: Number(role.version) + 1 }, []);
  });
}

/** What two roles hold of one entry. */
export interface Compared {
  name: string;
  title: string;
  trail: string;
  left: string;
  right: string;
}

/**
 * Where two roles differ, entry by entry in menu order.
 * @param other code of the second role
 * @throws AppError("forbidden" | "not_found")
 */
export async function compareRoles(
  context: Context,
  id: string,
  other: string,
): Promise<{ left: AnyRecord; right: { code: string; name: string }; same: number; rows: Compared[] }> {
  const entity = context.services.registry.entity(ROLE);
  return reading(context, async () => {
    const { record: left } = await openRecord(context, { entity, id, wanted: { labels: false } });
    const connection = context.services.database.connection();
    const right = (await selectRoles(connection)).find(({ code }) => code === other);
    if (!right) throw new AppError("not_found");
    const [one, two] = [
      new Set(await selectGrants(connection, String(left.code))),
      new Set(await selectGrants(connection, right.code)),
    ];
    const rows = (await allRights(context)).flatMap(({ name, title, trail }): Compared[] => {
      const held = (grants: ReadonlySet<string>) => ACTIONS.filter((action) => grants.has(`${name}.${action}`));
      const [mine, theirs] = [held(one), held(two)];
      if (mine.join() === theirs.join()) return [];
      return [{ name, title, trail: trail.join(" / "), left: actionsText(mine), right: actionsText(theirs) }];
    });
    return { left, right, same: [...one].filter((grant) => two.has(grant)).length, rows };
  });
}

/** Every right of every role: what the matrix of all roles is made of. @throws AppError("forbidden") */
export async function allGrants(context: Context) {
  requireAction(context, context.services.registry.entity(ROLE), "export");
  return reading(context, async () => {
    const connection = context.services.database.connection();
    const roles = await selectRoles(connection);
    const held = new Map<string, ReadonlySet<string>>();
    for (const { code } of roles) held.set(code, new Set(await selectGrants(connection, code)));
    return { roles, held, rights: await allRights(context) };
  });
}
