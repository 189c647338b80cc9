import { sql } from "kysely";
import { insertAudit } from "~/data/audit.server";
import { insertExportWork } from "~/data/exports.server";
import { insertCall } from "~/data/integrations.server";
import { insertRun } from "~/data/jobs.server";
import { insertLoginEvent } from "~/data/sign-in.server";
import { selectRows } from "~/data/store.server";
import { ROLES } from "~/engine/access/roles";
import type { Actor, Context } from "~/engine/context.server";
import type {
  Action,
  AnyEntity,
  AnyRecord,
  AnyTransition,
  Field,
  Fields,
  Grants,
  Lines,
  LinesMap,
  RoleName,
} from "~/engine/entity";
import { choicesOf } from "~/engine/entity/dictionary";
import { draftStates } from "~/engine/entity/drafts";
import type { Screen } from "~/engine/entity/registry";
import { tableOf } from "~/engine/entity/table-names";
import { post } from "~/engine/journals/post.server";
import { notify } from "~/engine/notify/notify.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import type { Saved } from "~/engine/operations/transaction.server";
import { addAccount } from "~/engine/session/account.server";
import { actingAs, loadActor } from "~/engine/session/actor.server";
import { beginSession } from "~/engine/session/sign-in.server";
import { tokenHash } from "~/engine/session/token.server";
import { registry } from "~/modules/registry.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "./clock";
import { type Aspect, shown, tried } from "./cover";
import { initialLimit } from "./limits";
import { confirmed, items, released, stored } from "./orders";
import { lookElsewhere } from "./other-tables";
import { postedReceiptLine } from "./returns";
import { samples, seedBy } from "./samples";
import type { World } from "./world";

export const SUPPLIER_ROLES: readonly string[] = ["supplier", "supplier_admin", "supplier_user"];

export interface Case {
  key: string;
  entity: AnyEntity;
  /** The first of its screens. */
  screen: Screen;
}

export type Labelled = readonly (readonly [label: string, one: Case])[];

/** Every entity with a screen, by label, for `describe.each`. */
export const entities: Labelled = shown.flatMap(({ entity }) => {
  const [screen] = registry.screensOf(entity.key);
  return screen ? [[entity.label, { key: entity.key, entity, screen }] as const] : [];
});

/** Those whose behaviour is tested in this run: with them all is used that such tests could see to fail, see `cover.ts`. */
export function behaving(...aspects: readonly Aspect[]): Labelled {
  const keys = tried(...aspects);
  return entities.filter(([, { key }]) => keys.has(key));
}

/** Whether people make records of it; the rows of the others come with the program. */
export function isAddable({ screen }: Case): boolean {
  return rolesWith(screen, "add").length > 0;
}

/** What a sample points at instead of the usual rows, by entity key. */
export type Instead = Readonly<Record<string, string>>;

/** Counted by world, not by process: dates that samples make of it must not depend on which files ran before. */
const serials = new WeakMap<World, number>();
const FIRST_SERIAL = 1000;

function nextSerial(world: World): number {
  const serial = (serials.get(world) ?? FIRST_SERIAL) + 1;
  serials.set(world, serial);
  return serial;
}

/** Values of a minimal record that can be made in this world; unique values differ from call to call. */
export function minimal(world: World, key: string, instead: Instead = {}): Record<string, unknown> {
  const sample = samples[key];
  if (!sample) throw new Error(`There is no sample of "${key}"`);
  return sample.sample({ id: (target) => instead[target] ?? targetId(world, target), serial: nextSerial(world) });
}

/** The first line of a confirmed order per world: samples that draw point at it. */
const orderLines = new WeakMap<World, string>();

export async function makeLineTargets(world: World, entity?: AnyEntity): Promise<void> {
  if (!orderLines.has(world)) {
    const { id } = await confirmed(world);
    orderLines.set(world, items(await stored(world, id))[0]?.id ?? "");
  }
  if (entity && !pointsAtReceipts(entity)) return;
  if (!receiptLines.has(world)) receiptLines.set(world, await postedReceiptLine(world));
}

/** The first line of a posted receipt per world, of which a part was rejected: samples that send back point at it. */
const receiptLines = new WeakMap<World, string>();

function pointsAtReceipts(entity: AnyEntity): boolean {
  return fieldPaths(entity).some(
    ({ field }) => field.kind === "lineReference" && field.options.to === "receiving/goods-receipt",
  );
}

/** The row of the small company that samples point at. */
function targetId(world: World, key: string): string {
  if (key === "purchase-orders/purchase-order#items" || key === "receiving/goods-receipt#items") {
    const line = (key.startsWith("receiving/") ? receiptLines : orderLines).get(world);
    if (line === undefined) throw new Error(`No record has been made yet: "${key}" has no row`);
    return line;
  }
  if (key === "system-management/user") return world.accounts.buyerA;
  const name = seedBy.get(key)?.rows?.target;
  const id = name === undefined ? undefined : new Map(Object.entries(world.ids)).get(name);
  if (id === undefined) throw new Error(`The company of the tests has no row of "${key}"`);
  return id;
}

/** Rows that nobody makes by a form: they come with what people do. */
const MAKERS: Readonly<Record<string, (world: World) => Promise<Saved>>> = {
  "system-management/login-log": async (world) => {
    const id = world.engine.newId();
    await insertLoginEvent(world.engine.database.connection(), {
      id,
      at: world.clock.now().toISOString(),
      userId: world.accounts.buyerA,
      supplierId: null,
      account: "buyerA",
      event: "login",
      result: "fail",
      reason: "wrong_password",
      channel: "password",
      ip: "192.0.2.1",
      device: "Mozilla Firefox Windows",
      isNewDevice: false,
      sessionId: null,
    });
    return { id, number: null, version: 1, state: null, warnings: [] };
  },
  "system-management/online-session": async (world) => {
    const { token } = await beginSession(world.engine, {
      user: { id: world.accounts.buyerA, account: "buyerA", name: "buyerA", supplierId: null, mustChange: false },
      channel: "password",
      ip: "192.0.2.1",
      device: "Mozilla Firefox Windows",
      deviceHash: null,
      weakPassword: false,
    });
    const id = await sessionOf(world, token);
    return { id, number: null, version: 1, state: "live", warnings: [] };
  },
  "system-management/homepage-suggestion": async (world) => {
    const key = "system-management/homepage-suggestion";
    const saved = await createRecord(world.system(), { screen: world.screen(key), values: minimal(world, key) });
    await sql`update homepage_suggestion set supplier_id = ${world.ids.supplierA}, owner_supplier_id = ${world.ids.supplierA} where id = ${saved.id}`.execute(
      world.engine.database.connection(),
    );
    return saved;
  },
  // A link to a price case that was handed in.
  "receiving/external-quote-view": async (world) => {
    const { engine, clock, ids } = world;
    const [id, ticket] = [engine.newId(), engine.newId()];
    const flows = "system-management/approval-flow";
    const { id: flow } = await createRecord(world.system(), {
      screen: world.screen(flows),
      values: minimal(world, flows),
    });
    const [at, until] = [clock.now(), new Date(clock.now().getTime() + 7 * 86_400_000)].map((one) => one.toISOString());
    const price = "price-approval/account-price";
    await engine.database.transaction({ role: "owner" }, async () => {
      const connection = engine.database.connection();
      await sql`insert into approval_flow_version (id, flow_id, version, document, priority, definition, published_at)
        values (${engine.newId()}, ${flow}, 1, 'none', 1, '{}', ${at}) on conflict do nothing`.execute(connection);
      await sql`insert into approval_case (id, entity, record_id, title, flow_id, flow_version, flow_name, move, made, state, since_version, started_by_name, started_at)
        values (${id}, ${price}, ${ids.priceApproval}, '核价单', ${flow}, 1, '核价', 'submit', '{}', 'rejected', 1, '采购员甲', ${at})`.execute(
        connection,
      );
      await sql`insert into ticket (id, hash, purpose, entity, record_id, recipient, fingerprint, issued_at, expires_at)
        values (${ticket}, ${ticket}, 'quote-view', ${price}, ${ids.priceApproval}, 'chen.zong', ${id}, ${at}, ${until})`.execute(
        connection,
      );
    });
    return { id: ticket, number: null, version: 1, state: "live", warnings: [] };
  },
  // A decision of which the trail tells.
  "supplier-audit/audit-approval-record": async (world) => {
    const id = world.engine.newId();
    await insertAudit(world.engine.database.connection(), {
      id,
      at: world.clock.now().toISOString(),
      userId: world.accounts.buyerA,
      userName: "buyerA",
      userSupplierId: null,
      entity: "supplier-management/gate-exemption",
      recordId: world.ids.exemption,
      recordNumber: `TX${id.slice(-6)}`,
      action: "reject",
      label: "驳回",
      changes: [],
      reason: "依据不足",
      staffChanges: [],
      staffReason: null,
      requestId: id,
      ip: "",
      channel: "page",
      suppliers: [],
    });
    return { id, number: null, version: 1, state: null, warnings: [] };
  },
  // Of news that nobody sees yet, so that the row changes nothing of what others see.
  "system-management/news-receipt": async (world) => {
    const key = "system-management/news";
    const { id: newsId } = await createRecord(world.system(), {
      screen: world.screen(key),
      values: minimal(world, key),
    });
    const id = world.engine.newId();
    await sql`insert into news_receipt (id, news_id, user_id, told_at)
      values (${id}, ${newsId}, ${world.accounts.buyerA}, ${world.clock.now().toISOString()})`.execute(
      world.engine.database.connection(),
    );
    return { id, number: null, version: 1, state: null, warnings: [] };
  },
  "system-management/job-run": jobRun,
  "system-management/job-operation-log": jobRun,
  "system-management/message": async (world) => {
    const document = world.engine.newId();
    await notify(world.system(), {
      scenario: "mention",
      to: [world.accounts.buyerA],
      values: { document, comment: "请看" },
    });
    const { rows } = await sql<{ id: string }>`select id from msg_send_record
      where channel = 'site' and position(${document} in title || content) > 0`.execute(
      world.engine.database.connection(),
    );
    return { id: rows[0]?.id ?? "", number: null, version: 1, state: "unread", warnings: [] };
  },
  "system-management/msg-send-record": async (world) => {
    const values = { document: "采购订单 X", comment: "请看" };
    await notify(world.system(), { scenario: "mention", to: [world.accounts.buyerA], values });
    const { rows } = await sql<{
      id: string;
    }>`select id from msg_send_record order by at desc, id desc limit 1`.execute(world.engine.database.connection());
    return { id: rows[0]?.id ?? "", number: null, version: 1, state: null, warnings: [] };
  },
  "system-management/interface-log": async (world) => {
    const id = world.engine.newId();
    await insertCall(world.engine.database.connection(), {
      id,
      day: TODAY.replaceAll("-", ""),
      prefix: "OA",
      at: world.clock.now().toISOString(),
      by: world.accounts.buyerA,
      system: "oa",
      direction: "out",
      code: "approval_opened",
      key: id,
      businessType: "采购订单",
      businessKey: "CG20250310-0001",
      document: null,
      factoryId: world.ids.factory1,
      purchaseGroupId: world.ids.group1,
      request: "{}",
      fingerprint: null,
      trace: null,
    });
    return { id, number: null, version: 1, state: "pending", warnings: [] };
  },
  "system-management/import-batch": async (world) => {
    const screen = world.screen("system-management/import-batch");
    const initial = { ...screen.initial, target: "master-data/material", target_label: "物料", file_name: "物料.csv" };
    // Suppliers see what they sent themselves.
    const sent = async (account: "supplierA" | "supplierB") => {
      const made = await createRecord(world.system(), { screen: { ...screen, initial }, values: {} });
      await sql`update import_batch set supplier_id = ${world.ids[account]}, created_by = ${world.accounts[account]}
        where id = ${made.id}`.execute(world.engine.database.connection());
      return made;
    };
    await sent("supplierB");
    return sent("supplierA");
  },
  "system-management/conversion-task": async (world) => {
    const screen = world.screen("system-management/conversion-task");
    const conversion = { conversion: "from_demand", conversion_label: "转采购订单" };
    const initial = {
      ...{ ...screen.initial, ...conversion },
      ...{ target: "purchase-orders/purchase-order", target_label: "采购订单" },
    };
    return createRecord(world.system(), { screen: { ...screen, initial }, values: {} });
  },
  "system-management/export-task": async (world) => {
    const screen = world.screen("system-management/export-task");
    const initial = { ...screen.initial, list_key: "master-data/material", list_label: "物料", conditions: "全部" };
    const made = await createRecord(world.system(), { screen: { ...screen, initial }, values: {} });
    const list = { filters: {}, toggles: [], sort: [] };
    const request = { screen: "master-data/material", format: "csv", columns: [], lines: null, list, origin: "" };
    const work = { taskId: made.id, wish: request, mark: made.id, expected: 0 };
    await insertExportWork(world.engine.database.connection(), work);
    return made;
  },
  "system-management/report-run": async (world) => {
    const id = world.engine.newId();
    await sql`insert into report_run (id, report_name, user_id, run_by, format, conditions, status, row_count, started_at, ended_at)
      values (${id}, '各供应商采购金额', ${world.accounts.buyerA}, 'manual', 'csv', '订单日期：2025-03-01', 'done', 3,
        ${world.clock.now().toISOString()}, ${world.clock.now().toISOString()})`.execute(
      world.engine.database.connection(),
    );
    return { id, number: null, version: 1, state: null, warnings: [] };
  },
  // Passed by whoever made a move past what was found.
  "system-management/passed-warning": async (world) => {
    const number = `YS${world.engine.newId().slice(-12)}`;
    await world.engine.database.transaction({ role: "owner" }, () =>
      insertAudit(world.engine.database.connection(), {
        id: world.engine.newId(),
        at: world.clock.now().toISOString(),
        ...{ userId: world.accounts.buyerA, userName: "采购员甲", userSupplierId: null },
        ...{ entity: "purchase-orders/purchase-order", recordId: world.engine.newId(), recordNumber: number },
        ...{ action: "release", label: "下达", changes: [], reason: null, staffChanges: [], staffReason: "生产急需" },
        ...{ requestId: "test", ip: "", channel: "page", suppliers: [] },
        passed: [{ check: "contract", text: "合同已到期" }],
      }),
    );
    const { rows } = await sql<{ id: string }>`select id from passed_warning where record_number = ${number}`.execute(
      world.engine.database.connection(),
    );
    return { id: rows[0]?.id ?? "", number: null, version: 1, state: null, warnings: [] };
  },
  // A line of an order that went out.
  "purchase-management/purchase-record": async (world) => {
    const order = await released(world, { order_date: TODAY });
    const [line] = items(await stored(world, order.id));
    return { id: line?.id ?? "", number: null, version: 1, state: null, warnings: [] };
  },
  // An inquiry whose price is approved, with the days it took.
  "purchase-management/sourcing-cycle": async (world) => {
    const rfq = await make(world, "purchase-management/rfq");
    const price = await make(world, "price-approval/account-price");
    const connection = world.engine.database.connection();
    await sql`update account_price set rfq_id = ${rfq.id}, approved_at = now() where id = ${price.id}`.execute(
      connection,
    );
    await sql`update rfq set state = 'done', published_at = now() - interval '3 days', opened_at = now() - interval '1 day',
      price_no = ${price.number} where id = ${rfq.id}`.execute(connection);
    return { id: rfq.id, number: null, version: 1, state: null, warnings: [] };
  },
  "receiving/io-data": movement,
  // Made with the movement it stands beside.
  "receiving/io-mark": async (world) => {
    const { id } = await movement(world);
    const { rows } = await sql<{ id: string }>`select id from io_mark where movement_id = ${id}`.execute(
      world.engine.database.connection(),
    );
    return { id: rows[0]?.id ?? "", number: null, version: 1, state: "open", warnings: [] };
  },
  "user-administration/user-log-row": async (world) => {
    const batch = await make(world, "user-administration/user-log");
    const screen = world.screen("user-administration/user-log-row");
    const serial = nextSerial(world);
    const initial = { ...screen.initial, batch_id: batch.id, row_no: serial, work_no: `W${serial}` };
    return createRecord(world.system(), { screen: { ...screen, initial }, values: {} });
  },
};

/** A movement of a receipt, as its posting writes it. */
async function movement(world: World): Promise<Saved> {
  const receipt = await begin(world, "receiving/goods-receipt");
  const { record } = await openRecord(world.system(), {
    entity: world.entity("receiving/goods-receipt"),
    id: receipt.id,
  });
  const [line] = items(record);
  const { supplier_id, factory_id } = record;
  await post(world.system(), "receiving/io-data", {
    document: { entity: "receiving/goods-receipt", id: receipt.id, number: receipt.number ?? "", version: 1 },
    rows: [
      {
        line: line?.id ?? "",
        kind: "in",
        values: {
          ...{ post_date: TODAY, supplier_id: String(supplier_id), factory_id: String(factory_id) },
          ...{ order_id: String(line?.order_id), receipt_id: receipt.id, material_id: String(line?.material_id) },
          ...{ batch_no: "P1", qty: "1", uom: "pcs", price: "2.5", currency: "CNY", amount: "2.5" },
        },
      },
    ],
  });
  const { rows } = await sql<{ id: string }>`select id from io_data where source_id = ${receipt.id}`.execute(
    world.engine.database.connection(),
  );
  return { id: rows[0]?.id ?? "", number: null, version: 1, state: null, warnings: [] };
}

/** A run of a job that comes with the program, waiting. */
async function jobRun(world: World): Promise<Saved> {
  const { rows } = await sql<{ id: string }>`select id from job where built_in order by name limit 1`.execute(
    world.engine.database.connection(),
  );
  const id = world.engine.newId();
  const at = world.clock.now().toISOString();
  await insertRun(world.engine.database.connection(), {
    id,
    jobId: rows[0]?.id ?? "",
    trigger: "schedule",
    plannedAt: at,
    attempt: 1,
    operatorId: world.accounts.buyerA,
    state: "queued",
    summary: null,
    at,
  });
  return { id, number: null, version: 1, state: "queued", warnings: [] };
}

/** Id of the session behind a token, as the list of sessions names it. */
export async function sessionOf(world: World, token: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from session where token_hash = ${tokenHash(token)}`.execute(
    world.engine.database.connection(),
  );
  return rows[0]?.id ?? "";
}

/** A minimal record made by the system, that people of ours see. */
export async function make(world: World, key: string, instead: Instead = {}, more: object = {}): Promise<Saved> {
  const saved = await begin(world, key, instead, more);
  return { ...saved, state: (await sentByApplicant(world, world.entity(key), saved.id)) ?? saved.state };
}

/** Of a factory and a material there is one row: each has a material of its own. */
const ROW_OF_MATERIAL: ReadonlySet<string> = new Set(["purchase-orders/factory-stock"]);
const MATERIAL = "master-data/material";

/** A minimal record as it stands at the beginning of its life, made by the system. */
export async function begin(world: World, key: string, given: Instead = {}, more: object = {}): Promise<Saved> {
  const maker = MAKERS[key];
  if (maker) return maker(world);
  const instead = ROW_OF_MATERIAL.has(key) ? { [MATERIAL]: (await begin(world, MATERIAL)).id, ...given } : given;
  if (pointsAtLines(world.entity(key))) await makeLineTargets(world, world.entity(key));
  const screen = world.screen(key);
  const started = {
    ...screen,
    initial: { ...screen.initial, ...samples[key]?.given?.((serials.get(world) ?? FIRST_SERIAL) + 1) },
  };
  return createRecord(world.system(), { screen: started, values: { ...minimal(world, key, instead), ...more } });
}

/** Whether its sample stands on a line of somebody's order, and so on that order's supplier, factory and material. */
export function pointsAtLines(entity: AnyEntity): boolean {
  // Lines of what the small company has need not be made.
  return fieldPaths(entity).some(
    ({ field }) => field.kind === "lineReference" && !seedBy.get(field.options.to ?? "")?.rows?.target,
  );
}

/** What an applicant writes is nobody's to read before it is sent: such a row is put where both sides see it and may still change it. */
async function sentByApplicant(world: World, entity: AnyEntity, id: string): Promise<string | null> {
  const drafts = draftStates(entity);
  if (drafts.length === 0 || entity.access.suppliers.kind !== "none") return null;
  const sent = Object.keys(entity.states ?? {}).filter((state) => !drafts.includes(state));
  const state = sent.find((one) => entity.editIn?.includes(one)) ?? sent[0] ?? null;
  await sql`update ${sql.table(tableOf(entity))} set state = ${state} where id = ${id}`.execute(
    world.engine.database.connection(),
  );
  return state;
}

/** Every stored row of an entity, whole. */
export async function allRecords(world: World, entity: AnyEntity): Promise<AnyRecord[]> {
  await lookElsewhere(world, entity);
  const rows = await selectRows(world.engine.database.connection(), {
    table: tableOf(entity),
    columns: ["id"],
    where: [],
    facts: { supplierId: null, today: TODAY, now: world.clock.now().toISOString(), limit: initialLimit },
    sort: [{ by: "id", descending: false }],
  });
  const records: AnyRecord[] = [];
  for (const row of rows) records.push((await openRecord(world.system(), { entity, id: String(row.id) })).record);
  return records;
}

/**
 * One row of each sort: of the same state and owner, with the same choices made and the same fields filled in. What a page draws
 * hangs on these, so that dozens of seeded rows need not each be opened by every role.
 */
export function oneOfEachSort(entity: AnyEntity, records: readonly AnyRecord[]): AnyRecord[] {
  const { suppliers } = entity.access;
  const sortOf = (record: AnyRecord): string => {
    const fields = Object.entries<Field>(entity.fields).map(([name, field]) =>
      isFewFold(field) ? record[name] : record[name] !== null && record[name] !== "",
    );
    return JSON.stringify([record.state, suppliers.kind === "own" ? record[suppliers.column] : null, fields]);
  };
  return [...new Map([...records].reverse().map((record) => [sortOf(record), record])).values()].reverse();
}

/** Choices of dozens, such as what a message is about, are names rather than switches: no page is drawn otherwise for one of them. */
const FEW_CHOICES = 10;

function isFewFold({ kind, options }: Field): boolean {
  if (kind === "yesNo") return true;
  return kind === "choice" && Object.keys(options.choices ?? {}).length <= FEW_CHOICES;
}

/**
 * Roles that the definition gives an action on a screen, those of suppliers left out. Where rows are a person's own, those who
 * see all of them: nobody else sees the rows a test has made.
 */
export function rolesWith(screen: Screen, action: Action): RoleName[] {
  return rolesGranted(screen, action).filter((role) => seesAll(screen.entity, role, action));
}

/** Roles of the staff that the definition gives an action on a screen, whatever rows they see. */
export function rolesGranted(screen: Screen, action: Action): RoleName[] {
  return roleNames(screen.grants).filter(
    (role) => !SUPPLIER_ROLES.includes(role) && isGranted(screen.grants, role, action),
  );
}

/**
 * Of these roles one for each set of rights in an entity: the same actions on its screens, the same transitions and fields. What a page of
 * it draws hangs on these and not on what a role is called.
 */
export function oneOfEachRight(entity: AnyEntity, roles: readonly RoleName[]): RoleName[] {
  const { transitions, access, approval, views } = entity;
  const grants: Grants[] = [
    access.grants,
    ...(views ?? []).flatMap((view: { grants?: Grants }) => view.grants ?? []),
    ...Object.values<{ grants: Grants }>(access.rights ?? {}).map((right) => right.grants),
  ];
  const lists: (readonly string[])[] = [
    approval?.by ?? [],
    ...Object.values<AnyTransition>(transitions ?? {}).flatMap(({ by, needs }) => [
      by === "system" ? [] : by,
      ...Object.values(needs ?? {}).map((need) => need.by),
    ]),
    ...fieldPaths(entity).flatMap(({ field: { options } }) => [options.readBy ?? [], options.writeBy ?? []]),
  ];
  const rightsOf = (role: RoleName) =>
    JSON.stringify([grants.map((one) => one[role] ?? null), lists.map((list) => list.includes(role))]);
  return [...new Map([...roles].reverse().map((role) => [rightsOf(role), role])).values()].reverse();
}

/** Rows that no right opens before their condition holds. */
export function isSealed(entity: AnyEntity): boolean {
  return entity.access.personal !== undefined && entity.access.personal.unless === undefined;
}

/** Whether the role sees rows of everybody: always, but where rows are a person's own. */
export function seesAll(entity: AnyEntity, role: string, action: Action): boolean {
  const { personal, rights } = entity.access;
  if (!personal || action === "add") return true;
  // Sealed rows are opened by no right.
  const [name = ""] = personal.unless?.split(".") ?? [];
  // The right to see all is one of its own, or that of one of the screens.
  const views: readonly { screen: string; grants?: Grants }[] = entity.views ?? [];
  const grants = rights?.[name]?.grants ?? views.find((view) => view.screen.endsWith(`/${name}`))?.grants;
  return grants !== undefined && isGranted(grants, role, "get");
}

/** Whether the definition gives a role an action; `supplier` in a definition means both roles of suppliers. */
export function isGranted(grants: Grants, role: string, action: Action): boolean {
  const both = ["supplier_admin", "supplier_user"].includes(role) ? grants.supplier : undefined;
  return [grants[role as RoleName], both].some((given) => given === "all" || (given?.includes(action) ?? false));
}

function roleNames(grants: Grants): RoleName[] {
  return ROLES.map(({ code }) => code as RoleName).filter((role) => grants[role] !== undefined);
}

const people = new WeakMap<World, Map<string, Actor>>();

/** Somebody with exactly this role: staff that sees all rows, or a person of a supplier. */
export async function personWith(world: World, role: string, supplierId: string | null = null): Promise<Context> {
  const known = people.get(world) ?? new Map<string, Actor>();
  people.set(world, known);
  const key = `${role} ${supplierId}`;
  const actor = known.get(key) ?? (await addPerson(world, role === "supplier" ? "supplier_admin" : role, supplierId));
  known.set(key, actor);
  return actingAs(world.engine, actor, world.clock.now(), "page");
}

/** Somebody of the staff with exactly this role who has not done anything yet. */
export async function newcomerWith(world: World, role: string): Promise<Context> {
  return actingAs(world.engine, await addPerson(world, role, null), world.clock.now(), "page");
}

async function addPerson(world: World, role: string, supplierId: string | null): Promise<Actor> {
  const { database, newId, clock } = world.engine;
  const id = newId();
  await database.transaction({ role: "owner" }, () =>
    addAccount(world.engine, {
      id,
      account: `t-${id.slice(-12)}`,
      name: role,
      userType: supplierId ? "supplier" : "internal",
      supplierId,
      email: null,
      phone: null,
      passwordHash: null,
      mustChangePassword: false,
      roles: [role],
      scopes: { factory: "all", purchase_group: "all", material_type: "all" },
      at: clock().toISOString(),
    }),
  );
  return loadActor(world.engine, id);
}

/** Fields of the head and of all lines with the path their controls have in the first row: `items.0.qty`. */
export function fieldPaths(entity: AnyEntity): { path: string; field: Field; lines: readonly string[] }[] {
  const ofFields = (fields: Fields, prefix: string, within: readonly string[]) =>
    Object.entries<Field>(fields).map(([name, field]) => ({ path: prefix + name, field, lines: within }));
  const ofLines = (map: LinesMap, prefix: string, within: readonly string[]): ReturnType<typeof ofFields> =>
    Object.entries<Lines>(map).flatMap(([name, lines]) => [
      ...ofFields(lines.fields, `${prefix}${name}.0.`, [...within, name]),
      ...ofLines(lines.lines, `${prefix}${name}.0.`, [...within, name]),
    ]);
  return [...ofFields(entity.fields, "", []), ...ofLines(entity.lines, "", [])];
}

/** True for what a person types: not worked out, not numbered, not kept by the program. */
export function isTyped(field: Field): boolean {
  return field.presence !== "computed" && !field.options.system && !field.options.numbering && field.kind !== "json";
}

/** A value a person could type into the field of a transition. */
export function typedValue(world: World, field: Field): unknown {
  const { options } = field;
  switch (field.kind) {
    case "date":
      return options.notInFuture ? TODAY : addDays(TODAY, 30);
    case "dateTime":
      return `${TODAY} 09:00`;
    case "choice":
      return Object.keys(choicesOf(options))[0];
    case "lineReference":
      return targetId(world, `${options.to}#${options.lines}`);
    case "reference":
      if (options.may?.includes("quality-audit.edit")) return world.accounts.qa;
      return targetId(world, options.to ?? "");
    case "yesNo":
      return "1";
    case "phone":
      return "13800010009";
    case "email":
      return "li@example.com";
    case "text":
    case "longText":
      return "测试";
    // None: a file would have to be brought in first.
    case "file":
    case "files":
    case "pictures":
      return [];
    default:
      return "1";
  }
}

/** Texts that do not take any text: a document of their own changes them, or they name what must be known. */
const NOT_FREE: Readonly<Record<string, readonly string[]>> = {
  "supplier-management/supplier": ["name"],
  "receiving/recall-drill": ["batch_no"],
};

/** True for a text that takes any text. */
export function isFreeText(entity: AnyEntity, name: string, field: Field): boolean {
  return (
    !NOT_FREE[entity.key]?.includes(name) &&
    ["text", "longText"].includes(field.kind) &&
    isTyped(field) &&
    !field.options.of &&
    !field.options.pattern &&
    !field.options.unique
  );
}

/** A text field that takes any text, to be changed by the tests. */
export function freeText({ entity }: Case): string {
  const found = Object.entries<Field>(entity.fields).find(([name, field]) => isFreeText(entity, name, field));
  if (!found) throw new Error(`${entity.key} has no text to change`);
  return found[0];
}
