import {
  addGrants,
  addResources,
  addRoles,
  moveResources,
  type NewResource,
  raisePermissionVersion,
} from "~/data/access.server";
import { ACCOUNT_PERMISSIONS } from "../access/account-permissions";
import { ACTIONS, fieldPermission, needPermission, transitionPermission } from "../access/permissions";
import { ROLES, roleCodes } from "../access/roles";
import type { EngineServices } from "../context.server";
import type {
  Action,
  AnyEntity,
  AnyTransition,
  Field,
  FieldRights,
  Fields,
  Grants,
  Lines,
  LinesMap,
  RoleName,
} from "../entity";
import type { MenuGroup, Registry } from "../entity/registry";

interface Seed extends NewResource {
  grants: { role: string; action: Action }[];
}

function grantsOf(grants: Grants): Seed["grants"] {
  const entries = Object.entries(grants);
  return entries.flatMap(([role, actions]) =>
    roleCodes(roleName(role)).flatMap((code) =>
      (actions === "all" ? ACTIONS : (actions ?? [])).map((action) => ({ role: code, action })),
    ),
  );
}

function roleName(code: string): RoleName {
  const known: readonly string[] = [...ROLES.map((role) => role.code), "supplier"];
  if (!known.includes(code)) throw new Error(`No role has the code "${code}"`);
  return code as RoleName;
}

function directoryName(module: string): string {
  return `dir-${module}`;
}

function groupName({ module, key }: MenuGroup): string {
  return `${directoryName(module)}-${key}`;
}

/** Folders of a directory that have an entry, in order. */
function usedGroups(registry: Registry, module: string): readonly MenuGroup[] {
  return registry.menuGroups.filter(
    (group) => group.module === module && registry.screens.some((screen) => screen.menu && screen.group === group),
  );
}

/** Menu entries of the registered screens, and the sub-permissions of their transitions and guarded fields. */
function resourceSeeds(registry: Registry): Seed[] {
  const seeds: Seed[] = [];
  const add = (seed: Omit<Seed, "sortNo">) => seeds.push({ ...seed, sortNo: (seeds.length + 1) * 10 });
  const used = new Set(registry.screens.filter((screen) => screen.menu).map((screen) => screen.area));
  const modules = registry.modules.filter((module) => used.has(module.key));
  for (const top of registry.topTabs) {
    if (!modules.some((module) => module.top === top.id)) continue;
    add({
      parent: null,
      type: "top",
      name: `top-${top.id}`,
      title: top.label,
      path: null,
      component: null,
      show: true,
      grants: [],
    });
    for (const module of modules.filter((one) => one.top === top.id)) {
      add({
        parent: `top-${top.id}`,
        type: "dir",
        name: directoryName(module.key),
        title: module.label,
        path: `/${module.key}`,
        component: null,
        show: true,
        grants: [],
      });
      for (const group of usedGroups(registry, module.key)) {
        add({
          parent: directoryName(module.key),
          type: "dir",
          name: groupName(group),
          title: group.label,
          path: `/${module.key}/${group.key}`,
          component: null,
          show: true,
          grants: [],
        });
      }
    }
  }
  for (const screen of registry.screens) {
    add({
      parent: screen.group ? groupName(screen.group) : directoryName(screen.area),
      type: "menu",
      name: screen.key,
      title: screen.label,
      path: `/${screen.area}/${screen.key}`,
      component: `${screen.area}/${screen.key}`,
      show: screen.menu,
      grants: grantsOf(screen.grants),
    });
  }
  // The one fixed page that is not for everybody (specification section 2, /test/home).
  add({
    parent: null,
    type: "perm",
    name: "test-home",
    title: "测试主页",
    path: null,
    component: null,
    show: false,
    grants: grantsOf({ system_admin: ["query"] }),
  });
  for (const { entity } of registry.registrations) {
    const [screen] = registry.screensOf(entity.key);
    for (const seed of subPermissions(entity, screen?.key ?? entity.key)) add(seed);
  }
  for (const { id, title, grants } of ACCOUNT_PERMISSIONS)
    add({
      parent: null,
      type: "perm",
      name: id,
      title,
      path: null,
      component: null,
      show: false,
      grants: [...grants],
    });
  return seeds;
}

function subPermissions(entity: AnyEntity, parent: string): Omit<Seed, "sortNo">[] {
  const perm = (name: string, title: string, grants: Seed["grants"]) => ({
    parent,
    type: "perm" as const,
    name,
    title,
    path: null,
    component: null,
    show: false,
    grants,
  });
  const edits = (roles: readonly RoleName[]) =>
    roles.flatMap((role) => roleCodes(role).map((code) => ({ role: code, action: "edit" as const })));
  const moves = Object.entries<AnyTransition>(entity.transitions ?? {}).flatMap(([name, move]) =>
    move.by === "system"
      ? []
      : [
          ...(move.right
            ? []
            : [perm(transitionPermission(entity.key, name), `${entity.label} · ${move.label}`, edits(move.by))]),
          ...Object.entries(move.needs ?? {}).map(([need, { by }]) =>
            perm(needPermission(entity.key, name, need), `${entity.label} · ${move.label}（特殊情形）`, edits(by)),
          ),
        ],
  );
  const guarded = (
    { readBy = [], writeBy = [] }: Pick<FieldRights, "readBy" | "writeBy">,
    path: string,
    label: string,
  ) =>
    readBy.length === 0 && writeBy.length === 0
      ? []
      : [
          perm(fieldPermission(entity.key, path), `${entity.label} · ${label}`, [
            ...edits([...readBy, ...writeBy]).map(({ role }) => ({ role, action: "get" as const })),
            ...edits(writeBy),
          ]),
        ];
  const fieldsIn = (fields: Fields, prefix: string) =>
    Object.entries<Field>(fields).flatMap(([name, field]) =>
      guarded(field.options, prefix + name, field.options.label),
    );
  const linesIn = (map: LinesMap, prefix: string): Omit<Seed, "sortNo">[] =>
    Object.entries<Lines>(map).flatMap(([name, lines]) => [
      ...guarded(lines.options, prefix + name, lines.label),
      ...fieldsIn(lines.fields, `${prefix}${name}.`),
      ...linesIn(lines.lines, `${prefix}${name}.`),
    ]);
  const rights: [string, { label: string; grants: Grants }][] = Object.entries(entity.access.rights ?? {});
  const own = rights.map(([name, { label, grants }]) => perm(name, `${entity.label} · ${label}`, grantsOf(grants)));
  return [...moves, ...own, ...fieldsIn(entity.fields, ""), ...linesIn(entity.lines, "")];
}

/**
 * Adds the roles, menu entries and default grants that this version of the program brings. Grants are given only with
 * a resource that was not there before: what an administrator took away stays away. Into a folder that is new come the
 * entries that still stand where the program once put them; where an administrator put an entry, it stays.
 */
export async function seedAccess(services: EngineServices): Promise<void> {
  await services.database.transaction({ role: "owner" }, async () => {
    const connection = services.database.connection();
    const seeds = resourceSeeds(services.registry);
    await addRoles(connection, ROLES);
    const added = await addResources(connection, seeds);
    await moveResources(
      connection,
      services.registry.screens.flatMap(({ key, area, group }) =>
        group && added.has(groupName(group)) ? [{ name: key, from: directoryName(area), to: groupName(group) }] : [],
      ),
    );
    const grants = seeds
      .filter((seed) => added.has(seed.name))
      .flatMap((seed) => seed.grants.map(({ role, action }) => ({ role, permission: seed.name, action })));
    await addGrants(connection, grants);
    if (added.size > 0) await raisePermissionVersion(connection);
  });
}
