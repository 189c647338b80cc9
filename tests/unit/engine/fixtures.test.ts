import { describe, expect, test } from "vitest";
import { migrationSql } from "~/data/schema/sql.server";
import { type AnyEntity, defineEntity, type Field, type Lines, noSupplier, text } from "~/engine/entity";
import { createRegistry } from "~/engine/entity/registry";
import { definitions } from "../../fixtures/definitions";

/** Every entity key a definition refers to, in its fields, lines and transitions. */
function targetsOf(entity: AnyEntity): string[] {
  const ofFields = (fields: Readonly<Record<string, Field>>): string[] =>
    Object.values(fields).flatMap((field) => field.options.to ?? []);
  const ofLines = (lines: Readonly<Record<string, Lines>>): string[] =>
    Object.values(lines).flatMap((one) => [...ofFields(one.fields), ...ofLines(one.lines)]);
  const transitions = Object.values<{ input?: Record<string, Field>; lineInput?: { fields: Record<string, Field> } }>(
    entity.transitions ?? {},
  );
  return [
    ...ofFields(entity.fields),
    ...ofLines(entity.lines),
    ...transitions.flatMap((transition) => [
      ...ofFields(transition.input ?? {}),
      ...ofFields(transition.lineInput?.fields ?? {}),
    ]),
  ];
}

/** What a definition points at and this set does not have: a register with code and name. */
function stub(key: string): AnyEntity {
  return defineEntity({
    key,
    label: key,
    kind: "register",
    purpose: "Stands in for an entity that does not exist yet.",
    fields: { code: text({ label: "编码", required: true }), name: text({ label: "名称", required: true }) },
    list: { columns: ["code", "name"], filters: ["code"], sort: "code" },
    form: [{ title: "基本信息", fields: ["code", "name"] }],
    views: [],
    access: { suppliers: noSupplier, suppliersMayReadTitle: true, grants: {} },
  });
}

function registryOf(entities: readonly AnyEntity[]) {
  const known = new Set(entities.map((entity) => entity.key));
  const stubs = [...new Set(entities.flatMap(targetsOf))].filter((key) => !known.has(key)).map(stub);
  const areas = entities.flatMap((entity) =>
    (entity.views ?? [{ screen: entity.key }]).map((view: { screen: string }) => view.screen.split("/")[0] ?? ""),
  );
  return createRegistry({
    topTabs: [{ id: "all", label: "全部" }],
    modules: [...new Set(areas)].map((key) => ({ key, label: key, top: "all" })),
    registrations: [...entities, ...stubs].map((entity) => ({ entity })),
  });
}

describe("要求最多的定义都能用这套语言写出来", () => {
  test("至少十个，各有表、屏幕和供应商的墙", () => {
    expect(definitions.length).toBeGreaterThanOrEqual(10);
  });

  test.each(definitions.map((entity) => [entity.key, entity] as const))("%s 自身没有错误", (_key, entity) => {
    const registry = registryOf([entity]);
    expect(registry.screensOf(entity.key).length).toBeGreaterThan(0);
  });

  test("放在一起没有冲突，能生成建表语句", () => {
    const registry = registryOf(definitions);
    const sql = migrationSql([], registry.shapes);
    for (const shape of registry.shapes) expect(sql).toContain(`create table "${shape.name}"`);
    const tables = registry.shapes.map((shape) => shape.name);
    expect(new Set(tables).size).toBe(tables.length);
  });
});
