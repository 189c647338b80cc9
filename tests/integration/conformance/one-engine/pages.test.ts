import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROLES } from "~/engine/access/roles";
import type { Context } from "~/engine/context.server";
import type { AnyEntity, AnyRecord, AnyTransition, Field, RoleName } from "~/engine/entity";
import { isLineSection } from "~/engine/entity/layout";
import type { Screen } from "~/engine/entity/registry";
import { listRecords } from "~/engine/operations/list.server";
import { isEditable, readRecord } from "~/engine/operations/save.server";
import { availableTransitions } from "~/engine/operations/transitions.server";
import { titleOf } from "~/engine/operations/write.server";
import { listPath, recordPath } from "~/engine/screen/address";
import { batchPageModel, batchResultModel } from "~/engine/screen/batch-model.server";
import { columnsModel } from "~/engine/screen/columns-model.server";
import { editFormModel, newFormModel } from "~/engine/screen/form-model.server";
import { historyPage } from "~/engine/screen/history-page.server";
import { listModel, openList } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { removalModel } from "~/engine/screen/removal-model.server";
import { statesModel } from "~/engine/screen/states-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { viewsPageModel } from "~/engine/screen/views-model.server";
import { routesOf } from "../../../../scripts/page-files.mjs";
import {
  allRecords,
  behaving,
  isGranted,
  make,
  oneOfEachRight,
  oneOfEachSort,
  personWith,
  rolesWith,
} from "../../../support/conformance";
import { isFull } from "../../../support/length";
import { refusal, released, submitted } from "../../../support/orders";
import { expectWhole } from "../../../support/page-model";
import { isUnsent } from "../../../support/sight";
import { openWorld } from "../../../support/world";

/** Pages of the program with what is drawn around them. */
const pageAddresses = Object.values(routesOf("app")).map((route) => `${route.parentId} ${route.path}`);
const tested = behaving("pages");
/** Below a record, with routes and tests of their own. */
const ROUTES_OF_RECORDS: ReadonlySet<string> = new Set(["print", "export", "sealed-copy", "opening"]);

const world = await openWorld();
afterAll(() => world.close());

const SUPPLIERS = ["supplierA", "supplierB"] as const;
const NONE = new URLSearchParams();

beforeAll(async () => {
  for (const supplier of SUPPLIERS) {
    await released(world, { supplier_id: world.ids[supplier] });
    await submitted(world, { supplier_id: world.ids[supplier] });
  }
  for (const [, { key }] of tested) await make(world, key);
});

function transitionsOf(entity: AnyEntity): [name: string, transition: AnyTransition][] {
  return Object.entries<AnyTransition>(entity.transitions ?? {});
}

const segmentOf = (transition: string) => transition.replace(/_/g, "-");

function staff(which: (role: RoleName) => boolean): RoleName[] {
  return ROLES.map(({ code }) => code as RoleName).filter((role) => !role.startsWith("supplier") && which(role));
}

type Page = [what: string, open: (context: Context) => Promise<unknown>];

/** Pages of the screen that need no record. */
function listPages(screen: Screen): Page[] {
  return [
    ["列表", (context) => openList(context, screen, NONE)],
    ["列表内容", (context) => listModel(context, screen, NONE)],
    ["选择列", (context) => columnsModel(context, screen, NONE)],
    ["视图", (context) => viewsPageModel(context, screen)],
  ];
}

/** Pages of a record that everybody has who may open it. */
function recordPages(screen: Screen, id: string): Page[] {
  return [
    ["详情", (context) => recordModel(context, screen, id)],
    ["历史", (context) => historyPage(context, screen, id, NONE)],
    ...(screen.entity.states && screen.entity.transitions
      ? [["流程图", (context: Context) => statesModel(context, screen, id, NONE)] satisfies Page]
      : []),
  ];
}

/** Every page of a record, those that change it as well. */
function allPages(screen: Screen, id: string): Page[] {
  return [
    ...recordPages(screen, id),
    ["修改", (context) => editFormModel(context, screen, id)],
    ["删除", (context) => removalModel(context, screen, id)],
    ...transitionsOf(screen.entity).map(
      ([name]): Page => [name, (context) => transitionModel(context, screen, id, segmentOf(name))],
    ),
  ];
}

describe.each(tested)("%s", (_label, { key, entity, screen }) => {
  let records: AnyRecord[] = [];
  beforeAll(async () => {
    const all = await allRecords(world, entity);
    records = oneOfEachSort(
      entity,
      all.filter((record) => !isUnsent(world, entity, record)),
    );
  });
  const may = (role: RoleName, action: Parameters<typeof isGranted>[2]) => isGranted(screen.grants, role, action);
  const anyId = () => records[0]?.id ?? "";
  const readers = oneOfEachRight(entity, rolesWith(screen, "get"));

  /** Of those who may read, two before each row, others from row to row; at full length all of them before each. */
  const readersOf = (at: number) =>
    isFull || readers.length < 3 ? readers : [at, at + 1].flatMap((n) => readers[n % readers.length] ?? []);

  test("列表、选择列、视图：能查询的每种权限都打得开，每一行都有", async () => {
    for (const role of oneOfEachRight(entity, rolesWith(screen, "query"))) {
      const person = await personWith(world, role);
      for (const [what, open] of listPages(screen)) expectWhole(await open(person), `${role} ${what}`);
      const { table } = await listModel(person, screen, NONE);
      const { count } = await listRecords(person, screen, {
        filters: {},
        toggles: [],
        sort: [],
        page: 1,
        size: 20,
      });
      expect(table.rows).toHaveLength(Math.min(20, count));
      for (const row of table.rows) expect(row.cells).toHaveLength(table.columns.length);
      expect(new Set(table.columns.map((column) => column.label)).size).toBe(table.columns.length);
    }
  });

  test("新建：能新建的每种角色都打得开，字段都有名称", async () => {
    for (const role of rolesWith(screen, "add")) {
      const model = await newFormModel(await personWith(world, role), screen);
      expectWhole(model, role);
      expect(model.action).toBe(`${listPath(screen)}/new`);
      const shown = model.sections.flatMap((section) => (section.kind === "fields" ? section.controls : []));
      expect(new Set(shown.map(({ name }) => name)).size).toBe(shown.length);
      for (const control of shown) expect(control.label).toBe(entity.fields[control.name].options.label);
    }
  });

  test("新建时必填的都能在表单里填", async () => {
    const offered = screen.form.flatMap((part) => (isLineSection(part) ? [] : part.fields));
    const filled = Object.values(entity.fillFrom ?? {}).flatMap((copies) => Object.keys(copies));
    for (const [name, field] of Object.entries<Field>(entity.fields)) {
      const { system, numbering } = field.options;
      const given = Object.hasOwn(screen.initial ?? {}, name) || filled.includes(name);
      if (field.presence === "required" && !system && !numbering && !given) expect(offered).toContain(name);
    }
  });

  test("详情、历史、流程图：能打开的每种权限都打得开，标题说出是哪一条", async () => {
    for (const [at, record] of records.entries()) {
      for (const role of readersOf(at)) {
        const person = await personWith(world, role);
        const model = await recordModel(person, screen, record.id);
        expectWhole(model, `${role} 详情`);
        for (const [what, open] of recordPages(screen, record.id).slice(1))
          expectWhole(await open(person), `${role} ${what}`);
        const { labels } = await readRecord(person, screen, record.id);
        expect(model.title).toBe(`${entity.label} ${titleOf(entity, record, labels)}`);
        expect(model.heading).not.toBe("");
        expect(model.sections.length).toBeGreaterThan(0);
      }
    }
  });

  test("修改：可以改的打得开，值都在；不能改的说明当前状态", async () => {
    const roles = readers.filter((role) => may(role, "edit"));
    // A log has nothing to change, nor has what is only answered, nor what nobody types because jobs work it out.
    const onSome = (action: "add" | "edit") =>
      world.engine.registry
        .screensOf(entity.key)
        .some(({ grants }) => Object.keys(ROLES).some((role) => isGranted(grants, role as RoleName, action)));
    const isKept = entity.kind !== "log" && entity.editIn?.length !== 0;
    if (!isKept || onSome("add")) expect(onSome("edit")).toBe(isKept);
    for (const [at, record] of records.entries()) {
      for (const role of readersOf(at).filter((one) => roles.includes(one))) {
        const person = await personWith(world, role);
        const opened = await recordModel(person, screen, record.id);
        const offered = opened.actions.some(({ label }) => label === (entity.editLabel ?? "修改"));
        if (!offered) {
          const { message } = await refusal(editFormModel(person, screen, record.id), "wrong_state");
          const usual = `单据当前为「${entity.states?.[record.state] ?? record.state}」，不能修改`;
          expect(message).toBe(entity.notEditable?.[record.state] ?? usual);
          continue;
        }
        expect(isEditable(entity, record)).toBe(true);
        const model = await editFormModel(person, screen, record.id);
        expectWhole(model, role);
        expect(model.version).toBe(String(record.version));
        expect(model.action).toBe(`${recordPath(screen, record.id)}/edit`);
      }
    }
  });

  test("记录页上的每个按钮都通向打得开的页", async () => {
    const suppliers = may("supplier_admin", "get") ? [await world.as("supplierA"), await world.as("supplierB")] : [];
    for (const [at, record] of records.entries()) {
      const people = await Promise.all(readersOf(at).map((role) => personWith(world, role)));
      for (const person of [...people, ...suppliers]) {
        const model = await recordModel(person, screen, record.id).catch(() => null);
        if (!model) {
          expect(person.actor.supplierId, "only a supplier is kept from a row").not.toBeNull();
          continue;
        }
        const path = recordPath(screen, record.id);
        const pages = await world.engine.registry.server(entity.key).pages?.(person, record);
        const drawn = new Map((pages ?? []).map((page) => [page.path, page.download ? ".ts" : ".tsx"]));
        for (const { label, href } of model.actions) {
          const segment = href.startsWith(`${path}/`) ? (href.slice(path.length + 1).split("?")[0] ?? "") : "";
          // Doors lead to pages of other routes, which have tests of their own.
          const isDoor = !href.startsWith(listPath(screen));
          if (isDoor || ROUTES_OF_RECORDS.has(segment)) continue;
          if (segment === "calendar") {
            expect(await world.engine.registry.server(entity.key).calendar?.(person, record), label).toBeTruthy();
            continue;
          }
          // A page the program draws itself has a route of its own.
          const ending = drawn.get(segment);
          if (ending) {
            const around = ending === ".tsx" ? "routes/_shell" : "root";
            expect(pageAddresses).toContain(`${around} ${screen.area}/${screen.key}/:id/${segment}`);
            continue;
          }
          const wanted = new URLSearchParams(href.split("?")[1]);
          const copied = wanted.get("copy");
          const [set, value] = [wanted.get("set"), wanted.get("value")];
          if (set && value) {
            expectWhole(await newFormModel(person, screen, { chosen: [{ name: set, id: value }] }), label);
            continue;
          }
          if (copied) expectWhole(await newFormModel(person, screen, { copyOf: copied }), label);
          else if (segment === "edit") expectWhole(await editFormModel(person, screen, record.id), label);
          else if (segment === "delete") expectWhole(await removalModel(person, screen, record.id), label);
          else expectWhole(await transitionModel(person, screen, record.id, segment), label);
        }
        const offered = availableTransitions(person, entity, record).map(([name]) => `${path}/${segmentOf(name)}`);
        expect(model.actions.map(({ href }) => href.split("?")[0])).toEqual(expect.arrayContaining(offered));
      }
    }
  });

  test("批量页：可以批量的打得开，别的流转没有批量页", async () => {
    const ids = new URLSearchParams(records.slice(0, 3).map(({ id }) => ["id", id]));
    for (const [name, transition] of transitionsOf(entity)) {
      if (!screen.list.batch?.includes(name)) {
        await refusal(batchPageModel(world.system(), screen, segmentOf(name), ids), "not_found");
        continue;
      }
      if (transition.by === "system") continue;
      for (const role of transition.by.filter((one) => one !== "supplier" && one !== "supplier_admin")) {
        const person = await personWith(world, role);
        expectWhole(await batchPageModel(person, screen, segmentOf(name), ids), name);
        expectWhole(await batchPageModel(person, screen, segmentOf(name), NONE), name);
        await refusal(batchResultModel(person, screen, segmentOf(name), NONE), "not_found");
      }
      const others = staff((role) => transition.by !== "system" && !transition.by.includes(role));
      for (const role of others) {
        const person = await personWith(world, role);
        await refusal(batchPageModel(person, screen, segmentOf(name), ids), "forbidden");
        await refusal(batchResultModel(person, screen, segmentOf(name), NONE), "forbidden");
      }
      const nobody = await batchPageModel(world.anonymous(), screen, segmentOf(name), ids).catch((refused) => refused);
      expect(["forbidden", "signed_out"]).toContain(nobody.error);
    }
    for (const name of ["no-such-move", "constructor", "--proto--", ""]) {
      await refusal(batchPageModel(world.system(), screen, name, ids), "not_found");
    }
  });

  test("没有登录的人什么页也打不开", async () => {
    const nobody = world.anonymous();
    const pages: Page[] = [
      ...listPages(screen).filter(([what]) => what !== "列表内容"),
      ["新建", (context) => newFormModel(context, screen)],
      ...allPages(screen, anyId()),
    ];
    for (const [what, open] of pages) expect(await refusal(open(nobody), "signed_out"), what).toBeDefined();
  });

  test("没有权限的角色打不开，说出缺哪个权限", async () => {
    const expectForbidden = async (role: RoleName, pages: Page[], permission: string) => {
      const person = await personWith(world, role);
      for (const [what, open] of pages) {
        expect((await refusal(open(person), "forbidden")).message, `${role} ${what}`).toBe(`无操作权限：${permission}`);
      }
    };
    for (const role of staff((one) => !may(one, "query"))) {
      await expectForbidden(role, listPages(screen), `${screen.key}.query`);
    }
    for (const role of staff((one) => !may(one, "add"))) {
      await expectForbidden(role, [["新建", (context) => newFormModel(context, screen)]], `${screen.key}.add`);
    }
    for (const role of staff((one) => !may(one, "get"))) {
      await expectForbidden(role, recordPages(screen, anyId()), `${screen.key}.get`);
    }
    for (const role of staff((one) => !may(one, "edit"))) {
      await expectForbidden(
        role,
        [["修改", (context) => editFormModel(context, screen, anyId())]],
        `${screen.key}.edit`,
      );
    }
    for (const role of staff((one) => !may(one, "delete"))) {
      await expectForbidden(
        role,
        [["删除", (context) => removalModel(context, screen, anyId())]],
        `${screen.key}.delete`,
      );
    }
  });

  test("不存在的记录和流转：没有这一页", async () => {
    for (const id of [world.engine.newId(), "new", "x", "", "' or 1=1 --", "%00"]) {
      for (const [what, open] of allPages(screen, id)) {
        expect(await refusal(open(world.system()), "not_found"), `${what} ${id}`).toBeDefined();
      }
    }
    for (const name of ["no-such-move", "constructor", "--proto--", "tostring"]) {
      await refusal(transitionModel(world.system(), screen, anyId(), name), "not_found");
    }
    if (!entity.states || !entity.transitions)
      await refusal(statesModel(world.system(), screen, anyId(), NONE), "not_found");
  });

  test.each(SUPPLIERS)("%s 打得开自己的，别人的一页也打不开", async (account) => {
    const context = await world.as(account);
    if (!may("supplier_admin", "query")) {
      for (const [what, open] of listPages(screen))
        expect(await refusal(open(context), "forbidden"), what).toBeDefined();
    } else for (const [what, open] of listPages(screen)) expectWhole(await open(context), what);
    if (!may("supplier_admin", "get")) {
      for (const record of records) {
        for (const [what, open] of recordPages(screen, record.id)) {
          expect(await refusal(open(context), "forbidden"), what).toBeDefined();
        }
      }
      return;
    }
    const { rows } = await listRecords(context, screen, { filters: {}, toggles: [], sort: [], page: 1, size: 1000 });
    const mine = new Set(rows.map(({ id }) => id));
    for (const record of records) {
      for (const [what, open] of recordPages(screen, record.id)) {
        if (mine.has(record.id)) expectWhole(await open(context), what);
        else expect(await refusal(open(context), "not_found"), what).toBeDefined();
      }
      if (mine.has(record.id)) continue;
      for (const [what, open] of allPages(screen, record.id)) {
        const error = await open(context).then(
          () => null,
          (refused: { error?: string }) => refused.error,
        );
        // What is not permitted at all is refused before anybody looks whether there is such a row.
        expect(["not_found", "forbidden"], `${what} ${key}`).toContain(error);
      }
    }
  });

  test("供应商看到的页没有内部字段", async () => {
    const hidden = Object.entries<Field>(entity.fields).filter(([, field]) => field.options.hiddenFromSuppliers);
    if (!may("supplier_admin", "query") || !may("supplier_admin", "get")) return;
    const shown = new Set(
      Object.values<Field>(entity.fields)
        .filter(({ options }) => !options.hiddenFromSuppliers)
        .map(({ options }) => options.label),
    );
    const labels = hidden.map(([, { options }]) => options.label).filter((label) => !shown.has(label));
    for (const account of SUPPLIERS) {
      const context = await world.as(account);
      const list = await listModel(context, screen, NONE);
      const columns = await columnsModel(context, screen, NONE);
      const texts = [JSON.stringify(list), JSON.stringify(columns)];
      for (const row of list.table.rows) texts.push(JSON.stringify(await recordModel(context, screen, row.id)));
      for (const label of labels) for (const text of texts) expect(text).not.toContain(`"${label}"`);
      for (const [name] of hidden) expect(columns.columns.map((column) => column.key)).not.toContain(name);
    }
  });
});
