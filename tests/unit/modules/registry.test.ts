import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { transitionPermission } from "~/engine/access/permissions";
import { roleCodes } from "~/engine/access/roles";
import type { Action, AnyTransition, Field, Fields, Lines, LinesMap } from "~/engine/entity";
import { choicesOf } from "~/engine/entity/dictionary";
import { isLineSection } from "~/engine/entity/layout";
import { linesAt } from "~/engine/entity/paths";
import type { Registration } from "~/engine/entity/registry";
import { importsOf } from "~/engine/imports/columns.server";
import { filterField } from "~/engine/operations/filters";
import { CURES, withoutRemedy } from "~/modules/purchase-orders/purchase-order/gate-panel.rules";
import { registry } from "~/modules/registry.server";
import { CHECKS } from "~/modules/system-management/order-rule/order-rule.rules";
import { GATE_CHECKS } from "~/shared/supplier-gate";

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

/** Where fields are declared, laid out, printed or filled for tests and the demo: none of it is a reader. */
const DECLARES =
  /\.(entity|fields|layout|print|seed|demo|scenarios)\.ts$|\/modules\/demo\/|\/migrations\/|\/shared\/parameters/;

/** Every word of the program that looks like the name of a field, but where fields are declared. */
function wordsRead(): ReadonlySet<string> {
  const files = readdirSync("app", { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name))
    .map((file) => `${file.parentPath}/${file.name}`);
  return new Set(
    files
      .filter((file) => !DECLARES.test(file))
      .flatMap((file) => readFileSync(file, "utf8").match(/[a-z][a-z0-9]*(?:_[a-z0-9]+)*/g) ?? []),
  );
}

/** Fields of entities that forms elsewhere fill theirs from, as their definitions say. */
function takenOver(): ReadonlySet<string> {
  const from = (fields: Fields, fill: Readonly<Record<string, Readonly<Record<string, string>>>> = {}) =>
    Object.entries(fill).flatMap(([name, targets]) => {
      const { to } = fields[name]?.options ?? {};
      return to ? Object.values(targets).map((source) => `${to}.${source}`) : [];
    });
  return new Set(
    registry.registrations.flatMap(({ entity }) => [
      ...from(entity.fields, entity.fillFrom),
      ...Object.values<Lines>(entity.lines).flatMap(({ fields, options }) => from(fields, options.fillFrom)),
    ]),
  );
}

/** What people fill in of fields and lines, by path. */
function filledIn(fields: Fields, map: LinesMap, at = ""): [path: string, field: Field][] {
  return [
    ...Object.entries<Field>(fields).flatMap(([name, field]): [string, Field][] =>
      field.options.system || field.presence === "computed" ? [] : [[at + name, field]],
    ),
    ...Object.entries<Lines>(map).flatMap(([name, lines]) => filledIn(lines.fields, lines.lines, `${at}${name}.`)),
  ];
}

test("按权限选人的字段问的是存在的权限：该单据的维护者、或动作的权限", () => {
  const screens = new Set(
    registry.registrations.flatMap(({ entity }) => registry.screensOf(entity.key)).map(({ key }) => key),
  );
  const moves = new Set(
    registry.registrations.flatMap(({ entity }) =>
      Object.keys(entity.transitions ?? {}).map((name) => transitionPermission(entity.key, name)),
    ),
  );
  const asked = registry.registrations.flatMap(({ entity }) => {
    const inputs = Object.values<AnyTransition>(entity.transitions ?? {}).map(({ input }) => input ?? {});
    const rows = Object.values<Lines>(entity.lines).map(({ fields }) => fields);
    return [entity.fields, ...rows, ...inputs].flatMap((fields) =>
      Object.values<Field>(fields).flatMap(({ options }) => options.may ?? []),
    );
  });
  expect(asked.length).toBeGreaterThan(0);
  const known = (id: string) => screens.has(id) || moves.has(id);
  expect(asked.filter((right) => !known(right.slice(0, right.lastIndexOf("."))))).toEqual([]);
});

describe("导入", () => {
  const taken = registry.registrations.filter(({ entity }) => entity.imports !== undefined);

  test("能导入的岗位都看得到自己的导入批次，没有批次就不能执行", () => {
    const holders = (key: string, action: Action) =>
      new Set(
        registry.screensOf(key).flatMap(({ grants }) =>
          Object.entries(grants)
            .filter(([, given]) => given === "all" || given?.includes(action))
            .map(([role]) => role),
        ),
      );
    const batches = holders("system-management/import-batch", "get");
    const without = taken.flatMap(({ entity }) =>
      [...holders(entity.key, "import")].filter((role) => !batches.has(role)).map((role) => `${entity.key}: ${role}`),
    );
    expect(without).toEqual([]);
  });

  test("定义里写的列都存在：按值对应的明细、新记录带的值、示例", () => {
    const unknown = taken.flatMap(({ entity }) => {
      const { lineKeys = {}, makes = {}, example = [], tables = [] } = importsOf(entity);
      const named = [
        ...Object.entries(lineKeys).map(([table, column]) => `${table}.${column}`),
        ...Object.keys(makes),
        ...example.flatMap((row) => Object.keys(row)).filter((path) => path !== "#"),
      ];
      const missing = named.filter((path) => {
        const [own = "", column] = path.split(".");
        const field: Field | undefined = column ? linesAt(entity.lines, own)?.fields[column] : entity.fields[own];
        return field === undefined || field.options.system === true;
      });
      return [...missing, ...tables.filter((table) => !linesAt(entity.lines, table))].map(
        (path) => `${entity.key}.${path}`,
      );
    });
    expect(unknown).toEqual([]);
  });
});

describe("谁在读", () => {
  const read = wordsRead();
  const taken = takenOver();
  const unread = registry.registrations.flatMap(({ entity }) =>
    filledIn(entity.fields, entity.lines)
      .filter(([path]) => !read.has(path.split(".").at(-1) ?? "") && !taken.has(`${entity.key}.${path}`))
      .map(([path, field]) => ({ entity, path, field })),
  );

  test("人能填写的每个字段，程序在读，或者在列表、记录页、打印上看得到", () => {
    const isShown = (key: string, path: string) =>
      registry.screensOf(key).some((screen) => {
        const [own = "", ...below] = path.split(".");
        const inForm = screen.form.some((part) =>
          isLineSection(part) ? part.lines === own : part.fields.includes(path),
        );
        return inForm || (below.length === 0 && screen.list.columns.some((column) => column === path));
      });
    expect(
      unread
        .filter(({ entity, path }) => !isShown(entity.key, path))
        .map(({ entity, path }) => `${entity.key}.${path}`),
    ).toEqual([]);
  });

  test("放行检查的每一项都说得出由谁、如何处理，去处的列表能按供应商查", () => {
    const known = [...Object.keys(CHECKS), ...Object.keys(GATE_CHECKS)];
    expect(known.filter((check) => !CURES[check])).toEqual([]);
    for (const { at } of Object.values(CURES)) {
      if (!at) continue;
      const [screen] = registry.screensOf(at.entity);
      expect(screen, at.entity).toBeDefined();
      if (at.ofSupplier !== false) expect(screen?.list.filters, at.entity).toContain("supplier_id");
    }
    const cure = { who: "采购员", how: "补签合同" };
    expect(withoutRemedy("没有合同（采购员：补签合同）", cure)).toBe("没有合同");
    expect(withoutRemedy("没有合同", cure)).toBe("没有合同");
  });

  /** Settings of registers that nothing goes by yet; each waits for what would, or says something to people alone. */
  const WAITS: Readonly<Record<string, string>> = {
    "master-data/material.bill_policy": "waits for invoices",
    "master-data/supplier-class.deposit_amount": "waits for deposits of suppliers",
    "supplier-audit/audit-rule.letters.letter_type": "waits for letters about quality",
    "supplier-audit/audit-rule.letters.window_days": "waits for letters about quality",
  };

  test("资料里的数字、开关和选项，程序在读，或者写明在等什么", () => {
    const settings = ["integer", "number", "percent", "money", "quantity", "yesNo", "choice"];
    const found = unread
      .filter(({ entity, field }) => entity.kind === "register" && settings.includes(field.kind))
      .map(({ entity, path }) => `${entity.key}.${path}`);
    expect(found.sort()).toEqual(Object.keys(WAITS).sort());
  });
});
