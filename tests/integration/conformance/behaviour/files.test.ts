import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyFor } from "~/data/file-store/file-store.server";
import { insertFile } from "~/data/files.server";
import type { AnyEntity } from "~/engine/entity";
import { linesAt } from "~/engine/entity/paths";
import { linesTable, tableOf } from "~/engine/entity/table-names";
import { AppError } from "~/engine/errors";
import { fileOfRecord, filesOfRecord } from "~/engine/files/answer.server";
import { filePlaces } from "~/engine/files/file-fields";
import { readRecord } from "~/engine/operations/save.server";
import { mayRead } from "~/engine/operations/scope.server";
import { ACCOUNT_NAMES } from "../../../support/company";
import { allRecords, behaving, make } from "../../../support/conformance";
import { pdf, sentIn } from "../../../support/files";
import { released } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const tested = behaving("records");
const world = await openWorld();
afterAll(() => world.close());
// Who asks more before a file is handed out has tests of its own.
const withFiles = tested.filter(
  ([, { key, entity }]) => filePlaces(entity).length > 0 && !world.engine.registry.server(key).beforeDownload,
);

beforeAll(async () => {
  for (const supplier of ["supplierA", "supplierB"] as const) {
    await released(world, { supplier_id: world.ids[supplier] });
  }
  for (const [, { key, entity }] of withFiles) {
    await make(world, key);
    if ((await allRecords(world, entity)).length < 2) await make(world, key);
  }
});

/** The first row of a table of lines. */
function firstRow(entity: AnyEntity, table: string, recordId: string) {
  return sql`select id from ${sql.table(linesTable(entity, table))} where root_id = ${recordId} order by line_no limit 1`;
}

/** A file of each file field, put onto a row past all rules. */
async function attach(key: string, recordId: string): Promise<Map<string, string>> {
  const entity = world.entity(key);
  const found = new Map<string, string>();
  const connection = world.engine.database.connection();
  for (const { path: field, table, column } of filePlaces(entity)) {
    const rows = table === null ? sql`id = ${recordId}` : sql`id = (${firstRow(entity, table, recordId)})`;
    const id = world.engine.newId();
    const bytes = pdf(`${key} ${field}`);
    await world.engine.files.store.put(keyFor("whole", id), sentIn(bytes));
    const file = { id, name: `${field}.pdf`, size: bytes.length, type: "application/pdf" };
    const uploadedAt = world.clock.now().toISOString();
    const whole = { sha256: id, state: "whole", received: file.size, scan: "off", uploadedBy: id, uploadedAt } as const;
    await insertFile(connection, { ...file, ...whole, entity: key, field });
    const refs = JSON.stringify([file]);
    await sql`update stored_file set record_id = ${recordId} where id = ${id}`.execute(connection);
    const place = table === null ? tableOf(entity) : linesTable(entity, table);
    const { rows: named } = await sql`update ${sql.table(place)} set ${sql.ref(column)} = ${refs}::jsonb
      where ${rows} returning id`.execute(connection);
    if (named.length > 0) found.set(field, id);
  }
  return found;
}

/** Rows that no supplier sees. */
function isOurs(entity: AnyEntity, table: string | null): boolean {
  return table !== null && linesAt(entity.lines, table)?.options.suppliers === "none";
}

const outcome = async (work: Promise<Response>): Promise<string> => {
  try {
    const answer = await work;
    await answer.body?.cancel();
    return "ok";
  } catch (error) {
    if (error instanceof AppError) return "refused";
    throw error;
  }
};

// A run of a few entities may hold none that keeps files; a file without any test would be a failure.
test("有文件而不在这里测的单据，下载都另有规则", () => {
  const left = tested.filter(
    ([, one]) => filePlaces(one.entity).length > 0 && !withFiles.some(([, { key }]) => key === one.key),
  );
  expect(left.filter(([, { key }]) => !world.engine.registry.server(key).beforeDownload)).toEqual([]);
});

describe.each(withFiles)("%s的文件", (_label, { key, entity, screen }) => {
  test("谁看得到单据和字段，谁拿得到文件，别人都拿不到", async () => {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(tableOf(entity))}`.execute(
      world.engine.database.connection(),
    );
    expect(rows.length).toBeGreaterThan(1);
    const seen = { ok: 0, refused: 0 };
    for (const { id } of rows.slice(0, 6)) {
      const files = await attach(key, id);
      for (const account of ACCOUNT_NAMES) {
        const context = await world.as(account);
        const isSeen = await readRecord(context, screen, id).then(
          () => true,
          () => false,
        );
        const there = filePlaces(entity).filter(({ path }) => files.has(path));
        const readable = there.filter(
          ({ path, table, field }) =>
            isSeen && mayRead(context, entity, path, field) && !(context.actor.supplierId && isOurs(entity, table)),
        );
        for (const { path: name } of there) {
          const expected = readable.some(({ path }) => path === name) ? "ok" : "refused";
          const request = new Request("http://x/");
          const answer = await outcome(
            fileOfRecord(context, { screen, recordId: id, fileId: files.get(name) ?? "", request }),
          );
          expect([account, name, answer]).toEqual([account, name, expected]);
          seen[expected] += 1;
        }
        const all = await outcome(filesOfRecord(context, screen, id));
        expect([account, all]).toEqual([account, readable.length > 0 ? "ok" : "refused"]);
      }
      expect(
        await outcome(
          fileOfRecord(world.anonymous(), {
            screen,
            recordId: id,
            fileId: [...files.values()][0] ?? "",
            request: new Request("http://x/"),
          }),
        ),
      ).toBe("refused");
    }
    expect(Math.min(seen.ok, seen.refused)).toBeGreaterThan(0);
  });
});
