import { describe, expect, test } from "vitest";
import { roleCodes } from "~/engine/access/roles";
import type { AnyTransition, Field, Fields, Lines, LinesMap } from "~/engine/entity";
import { choicesOf } from "~/engine/entity/dictionary";
import { isLineSection } from "~/engine/entity/layout";
import { linesAt } from "~/engine/entity/paths";
import type { Registration } from "~/engine/entity/registry";
import { filterField } from "~/engine/operations/filters";
import { registry } from "~/modules/registry.server";

const CHINESE = /\p{Script=Han}/u;
/** Words of the trade that stay in Latin mails. */
const LATIN = /^(SAP|OA|COA|ID)$/;

function labelsOf(fields: Fields, map: LinesMap, at: string): [at: string, label: string][] {
  return [
    ...Object.entries<Field>(fields).flatMap(([name, field]): [string, string][] => [
      [`${at}.${name}`, field.options.label],
      ...Object.entries(choicesOf(field.options)).map(([key, text]): [string, string] => [
        `${at}.${name}=${key}`,
        text,
      ]),
    ]),
    ...Object.entries<Lines>(map).flatMap(([name, lines]): [string, string][] => [
      [`${at}.${name}`, lines.label],
      ...labelsOf(lines.fields, lines.lines, `${at}.${name}`),
    ]),
  ];
}

describe.each(registry.registrations.map((one): [string, Registration] => [one.entity.label, one]))(
  "%s",
  (_label, { entity, server }) => {
    const screens = registry.screensOf(entity.key);
    const transitions = Object.entries<AnyTransition>(entity.transitions ?? {});

    test("每个名称都是中文", () => {
      const labels: [string, string][] = [
        ["label", entity.label],
        ["purpose", entity.purpose],
        ...labelsOf(entity.fields, entity.lines, "field"),
        ...Object.entries<string>(entity.states ?? {}),
        ...transitions.flatMap(([name, transition]): [string, string][] => [
          [name, transition.label],
          ...labelsOf(transition.input ?? {}, {}, name),
          ...labelsOf(transition.lineInput?.fields ?? {}, {}, name),
        ]),
        ...screens.flatMap((screen): [string, string][] => [
          [screen.key, screen.label],
          ...screen.form.map((part): [string, string] => ["section", part.title]),
          ...Object.entries(screen.list.toggles ?? {}).map(([name, toggle]): [string, string] => [
            name,
            toggle?.label ?? "",
          ]),
        ]),
      ];
      expect(labels.filter(([, label]) => !CHINESE.test(label) && !LATIN.test(label))).toEqual([]);
    });

    test("手机上的卡片不只有编码，也有名称", () => {
      for (const { key, list } of screens) {
        const [lead, ...columns] = list.columns;
        if (lead === "code" && columns.includes("name") && list.card) expect(list.card, key).toContain("name");
      }
    });

    test("列、筛选、排序和分组都指向真实的字段", () => {
      for (const screen of screens) {
        const { list, form } = screen;
        expect(list.columns.length).toBeGreaterThan(0);
        expect(list.filters.filter((name) => filterField(screen, name) === null)).toEqual([]);
        const named = form.flatMap((part) => (isLineSection(part) ? [part.lines] : part.fields));
        expect(named.filter((name) => !(name in entity.fields) && !linesAt(entity.lines, name))).toEqual([]);
        expect(new Set(named).size).toBe(named.length);
      }
    });

    test("每个角色都存在，每个动作都有人能做", () => {
      const screenRoles = screens.flatMap((screen) => Object.keys(screen.grants));
      const transitionRoles = transitions.flatMap(([, transition]) =>
        transition.by === "system" ? [] : transition.by,
      );
      for (const role of [...screenRoles, ...transitionRoles])
        expect(roleCodes(role as "buyer").length).toBeGreaterThan(0);
      if (screens.length > 0) expect(screenRoles.length).toBeGreaterThan(0);
      for (const [name, transition] of transitions) {
        expect(transition.by === "system" || transition.by.length > 0, name).toBe(true);
        // Whoever makes a transition must be able to open the document.
        if (transition.by === "system") continue;
        for (const role of transition.by) {
          const readers = screens.filter(({ grants }) => grants[role] === "all" || grants[role]?.includes("get"));
          expect(readers.length, `${name} by ${role}`).toBeGreaterThan(0);
        }
      }
    });

    test("每个状态都到得了，除开始之外", () => {
      const states = Object.keys(entity.states ?? {});
      const reached = new Set(states.slice(0, 1));
      for (let size = -1; size !== reached.size; ) {
        size = reached.size;
        for (const [, transition] of transitions) {
          if (!transition.from.some((state) => reached.has(state))) continue;
          const targets = [transition.to, ...(transition.settles ?? []).map(({ to }) => to)];
          for (const to of targets) if (states.includes(to)) reached.add(to);
        }
      }
      expect([...reached].sort()).toEqual([...states].sort());
    });

    test("钩子只挂在存在的流转上", () => {
      const hooks = Object.keys(server?.transitions ?? {});
      expect(hooks.filter((name) => !transitions.some(([transition]) => transition === name))).toEqual([]);
    });
  },
);
