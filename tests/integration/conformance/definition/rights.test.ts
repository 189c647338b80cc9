import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { ACTIONS } from "~/engine/access/permissions";
import { roleCodes } from "~/engine/access/roles";
import type { RoleName } from "~/engine/entity";
import { registry } from "~/modules/registry.server";
import { entities } from "../../../support/conformance";
import { permissionOf, transitionsOf } from "../../../support/transitions";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const { rows } = await sql<{ permission: string; role: string }>`
  select permission_id || '.' || action as permission, role_code as role from role_permission`.execute(
  world.engine.database.connection(),
);
const holders = (permission: string) => rows.flatMap((row) => (row.permission === permission ? [row.role] : [])).sort();

describe.each(entities)("%s", (_label, { key, entity }) => {
  test("每个画面的每个动作，缺省的角色正是定义写的", () => {
    for (const screen of registry.screensOf(key)) {
      const granted = Object.entries(screen.grants).flatMap(([role, given]) =>
        (given === "all" ? ACTIONS : (given ?? [])).flatMap((action) =>
          roleCodes(role as RoleName).map((code) => `${screen.key}.${action} ${code}`),
        ),
      );
      const held = ACTIONS.flatMap((action) =>
        holders(`${screen.key}.${action}`).map((role) => `${screen.key}.${action} ${role}`),
      );
      expect(held.sort()).toEqual([...new Set(granted)].sort());
    }
  });

  test("每个流转，缺省的角色正是定义写的；系统做的谁也没有", () => {
    for (const [name, transition] of transitionsOf(entity)) {
      const wanted = transition.by === "system" ? [] : transition.by.flatMap(roleCodes);
      expect(holders(permissionOf(entity, name)), name).toEqual([...new Set(wanted)].sort());
    }
  });
});
