import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { matches } from "~/engine/access/matches";
import type { Context } from "~/engine/context.server";
import type { AnyRecord, Grants, RoleName } from "~/engine/entity";
import { readHistory } from "~/engine/operations/audit.server";
import { filterField } from "~/engine/operations/filters";
import { isSortable, type ListQuery, listRecords } from "~/engine/operations/list.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { headColumns } from "~/engine/output/columns.server";
import { exportRecords } from "~/engine/output/export.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { newFormModel } from "~/engine/screen/form-model.server";
import { listModel, openList } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { ACCOUNT_NAMES, type AccountName, accountOf } from "../../../support/company";
import {
  allRecords,
  entities,
  freeText,
  isAddable,
  isGranted,
  make,
  makeLineTargets,
  minimal,
  personWith,
  rolesWith,
} from "../../../support/conformance";
import { csvCells, titleParts } from "../../../support/exported";
import { filterBy, sampleOf, valuesByRow } from "../../../support/filter-cases";
import { refusal, released } from "../../../support/orders";
import { expectWhole } from "../../../support/page-model";
import { factsOf, isUnsent, sees } from "../../../support/sight";
import { openWorld } from "../../../support/world";

// What an entity is by its own definition, once for each: that the engine keeps what it promises is proved by the behaviour of those
// that together use all of the language (tests/support/cover.ts).
const world = await openWorld();
await makeLineTargets(world);
afterAll(() => world.close());

const EVERYTHING: ListQuery = { filters: {}, toggles: [], sort: [], page: 1, size: 1000 };
const NONE = new URLSearchParams();

beforeAll(async () => {
  for (const supplier of ["supplierA", "supplierB"] as const)
    await released(world, { supplier_id: world.ids[supplier] });
});

describe.each(entities)("%s", (_label, one) => {
  const { key, entity, screen } = one;
  let records: AnyRecord[] = [];
  beforeAll(async () => {
    await make(world, key);
    records = await allRecords(world, entity);
  });
  const first = () => {
    const record = records.find((row) => !isUnsent(world, entity, row));
    if (!record) throw new Error(`no row of ${key}`);
    return record;
  };
  const listed = async (request: Partial<ListQuery>) => {
    const { rows, count, complaints } = await listRecords(world.system(), screen, { ...EVERYTHING, ...request });
    expect(complaints).toEqual([]);
    return { ids: rows.map(({ id }) => id), count };
  };

  test("每个筛选条件、每个排序、每个开关都查得出来", async () => {
    for (const name of screen.list.filters) {
      const values = await valuesByRow(world, screen, records, name);
      const [found] = [...values].flatMap(([id, own]) => {
        const value = own.find((each) => each !== null && each !== undefined);
        return value === undefined ? [] : [{ id, value }];
      });
      const value = found?.value ?? sampleOf(world, filterField(screen, name)?.field ?? null);
      const { ids } = await listed({ filters: { [name]: filterBy(screen, name, value).typed } });
      if (found) expect(ids, `按 ${name} 筛选`).toContain(found.id);
    }
    const columns = new Set([...screen.list.columns, "created_at", "updated_at"]);
    for (const name of columns) {
      if (!isSortable(screen, name)) continue;
      for (const sort of [name, `-${name}`])
        expect((await listed({ sort: [sort], size: 3 })).count, `按 ${sort} 排序`).toBe(records.length);
    }
    for (const name of Object.keys(screen.list.toggles ?? {}))
      expect((await listed({ toggles: [name] })).count, name).toBeLessThanOrEqual(records.length);
  });

  test("每个人列一次：恰好是定义给他的行，没有权限的得不到", async () => {
    for (const account of oneOfEachSight()) {
      const context = await world.as(account);
      if (!isGranted(screen.grants, accountOf(account).role, "query")) {
        const { message } = await refusal(listRecords(context, screen, EVERYTHING), "forbidden");
        expect(message, account).toBe(`无操作权限：${screen.key}.query`);
        continue;
      }
      const expected = records.filter((record) => isListed(account, record)).map(({ id }) => id);
      const { rows, count } = await listRecords(context, screen, EVERYTHING);
      expect(rows.map(({ id }) => id).sort(), account).toEqual(expected.sort());
      expect(count, account).toBe(expected.length);
    }
  });

  /** One account for each set of rights in the entity with the same scopes, company and rows. */
  function oneOfEachSight(): AccountName[] {
    const rights = [
      screen.grants,
      entity.access.grants,
      ...Object.values<{ grants: Grants }>(entity.access.rights ?? {}).map(({ grants }) => grants),
    ];
    const sightOf = (account: AccountName) => {
      const { role, factories, groups, types, supplier } = accountOf(account);
      const rows = records.filter((record) => isListed(account, record)).map(({ id }) => id);
      return JSON.stringify([
        rights.map((grants: Readonly<Record<string, unknown>>) => grants[role] ?? null),
        factories,
        groups,
        types,
        supplier,
        rows,
      ]);
    };
    return [...new Map(ACCOUNT_NAMES.map((account) => [sightOf(account), account])).values()];
  }

  function isListed(account: AccountName, record: AnyRecord): boolean {
    return (
      sees(world, account, entity, record) && (!screen.where || matches(screen.where, record, factsOf(world, account)))
    );
  }

  test("一条记录：新建、读出、修改、打印、导出", async () => {
    const maker = isAddable(one) ? await personWith(world, rolesWith(screen, "add")[0] ?? "") : null;
    const { id } = maker ? await createRecord(maker, { screen, values: minimal(world, key) }) : first();
    const [role = ""] = rolesWith(screen, "edit").filter((each) => rolesWith(screen, "get").includes(each));
    const reader = role ? await personWith(world, role) : world.system();
    const { record } = await readRecord(reader, screen, id);
    expect(record.id).toBe(id);
    if (maker) {
      expect(record).toMatchObject({ version: 1, created_by: maker.actor.id });
      if (entity.states) expect(record.state).toBe(Object.keys(entity.states)[0]);
      if (entity.number) expect(record.number).toMatch(/\d+$/);
    }
    if (maker && role) {
      const name = freeText(one);
      const { version } = await updateRecordBy(reader, { screen, id, version: 1, values: { [name]: "改过的" } });
      expect(version).toBe(2);
      const [change] = await readHistory(reader, { entity, recordId: id });
      expect(change?.changes).toMatchObject([{ path: name, to: "改过的" }]);
      expect((await readRecord(reader, screen, id)).record[name]).toBe("改过的");
    }
    const { document } = await printedRecord(reader, screen, id, "http://portal.test");
    const now = (await readRecord(world.system(), screen, id)).record;
    for (const part of titleParts(entity, now)) expect(JSON.stringify(document)).toContain(part);
    const [heads, ...rows] = await exported(world.system());
    expect(heads).toEqual(headColumns(world.system(), screen, screen.list.columns, false).map(({ label }) => label));
    expect(rows).toHaveLength((await listed({})).count);
  });

  async function exported(context: Context): Promise<string[][]> {
    const request = { format: "csv", list: EVERYTHING, columns: [], lines: null, strict: true } as const;
    const { body } = await exportRecords(context, screen, request);
    return csvCells(new Uint8Array(await new Response(body).arrayBuffer()));
  }

  test("列表、新建、详情：权限最多和最少的角色都打得开，内容完整", async () => {
    const actionsOf = (role: RoleName) => {
      const given = screen.grants[role];
      return given === "all" ? 9 : (given?.length ?? 0);
    };
    const roles = rolesWith(screen, "query").sort((a, b) => actionsOf(b) - actionsOf(a));
    const [widest, narrowest] = [roles[0], roles.at(-1)];
    const people: [RoleName | "supplier_admin", Context][] = [];
    for (const role of new Set([widest, narrowest])) if (role) people.push([role, await personWith(world, role)]);
    if (isGranted(screen.grants, "supplier_admin", "query"))
      people.push(["supplier_admin", await world.as("supplierA")]);
    for (const [role, person] of people) {
      expectWhole(await openList(person, screen, NONE), `${role} 列表`);
      const list = await listModel(person, screen, NONE);
      expectWhole(list, `${role} 列表内容`);
      if (isGranted(screen.grants, role, "add")) expectWhole(await newFormModel(person, screen), `${role} 新建`);
      const [row] = list.table.rows;
      if (row && isGranted(screen.grants, role, "get"))
        expectWhole(await recordModel(person, screen, row.id), `${role} 详情`);
    }
  });
});
