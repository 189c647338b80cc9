import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openForm, postForm } from "~/edge/form-route.server";
import type { AnyLine } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { fileOfRecord } from "~/engine/files/answer.server";
import { bytesKey } from "~/engine/files/download.server";
import { refsOf } from "~/engine/files/file-fields";
import { removeLooseFiles, scanWaitingFiles } from "~/engine/files/upkeep.server";
import { readHistory } from "~/engine/operations/audit.server";
import { linesOf } from "~/engine/operations/records.server";
import { reading } from "~/engine/operations/transaction.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { openSession, signIn } from "~/engine/session/session.server";
import { type AccountName, PASSWORD } from "../../support/company";
import { pictureFile } from "../../support/pictures";
import { make, stored, transition } from "../../support/quality";
import { call, signIn as signInByRest } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const ACTION = "supplier-audit/corrective-action";
const HOUR = 3_600_000;
const params = { module: "supplier-audit", screen: "correction-report" };
type Browser = Awaited<ReturnType<typeof browser>>;
type Sent = string | { name: string; bytes: Uint8Array };
let pictures: Uint8Array[] = [];
let supplier: Browser;
let other: Browser;

/** A signed-in browser: its cookie, and the secret its forms carry. */
async function browser(account: AccountName) {
  const { token } = await signIn(world.engine, { account, password: PASSWORD, ip: "", device: "" });
  const session = await openSession(world.engine, token, { requestId: "r", ip: "", channel: "page" });
  if (!session?.context.session) throw new Error("not signed in");
  return { token, csrf: session.context.session.csrf, context: session.context };
}

beforeAll(async () => {
  pictures = await Promise.all(
    [60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70].map((width) => pictureFile("jpeg", width, 40)),
  );
  supplier = await browser("supplierA");
  other = await browser("supplierB");
});

const photo = (at: number, name = `照片${at}.jpg`): Sent => ({ name, bytes: pictures[at] ?? new Uint8Array() });

/** A correction that waits for the report of supplier A. */
async function issued(): Promise<string> {
  const qa = await world.as("qa");
  const { id } = await make(world, qa, ACTION, { supplier_id: world.ids.supplierA });
  await transition(world, { context: qa, key: ACTION, id, name: "issue" });
  return id;
}

const ROW = { kind: "corrective", description: "更换刀具", owner: "张工", due_date: "2025-03-20" };

/** A measure as the form posts it. */
function row(at: number, more: Readonly<Record<string, Sent | readonly Sent[]>> = {}): [string, Sent][] {
  return Object.entries({ ...ROW, ...more }).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, Sent] => [`actions.${at}.${name}`, one]),
  );
}

interface Answered {
  status: number;
  /** The page that came back; null where the form was taken. */
  model: { errors: { name: string; message: string }[]; problem?: string; sections: object[] } | null;
}

async function post(id: string, fields: readonly [string, Sent][], how: { version?: number; intent?: string } = {}) {
  const { version = (await stored(world, ACTION, id)).version, intent = "save" } = how;
  const body = new FormData();
  for (const [name, value] of [
    ["_csrf", supplier.csrf],
    ["_version", String(version)],
    ["_intent", intent],
    ["_lines.actions", "1"],
    ...fields,
  ] as [string, Sent][])
    if (typeof value === "string") body.append(name, value);
    else body.append(name, new Blob([Uint8Array.from(value.bytes)]), value.name);
  return sent(id, new Request(address(id), { method: "POST", headers: cookie(supplier), body }));
}

const address = (id: string) => `http://portal.test/web/supplier-audit/correction-report/${id}/edit`;
const cookie = ({ token }: Browser) => ({ Cookie: `Access-Token=${token}` });

async function sent(id: string, request: Request): Promise<Answered> {
  const given: unknown = await postForm({ request, context: {}, params: { ...params, id } }).catch(
    (thrown: unknown) => thrown,
  );
  if (given instanceof Response && given.status < 400 && given.headers.has("Location"))
    return { status: given.status, model: null };
  if (given instanceof Response) return { status: given.status, model: Object(await given.json()).model ?? null };
  if (given instanceof Error) throw given;
  const { data = given, init, status = init?.status ?? 200 } = Object(given);
  return { status, model: Object(data).model ?? null };
}

/** The files that the form of this answer names, by their control. */
function shownIn(model: Answered["model"]): Record<string, string[]> {
  const rows = (model?.sections ?? []).flatMap((section) =>
    "rows" in section && "name" in section && section.name === "actions" ? [Object(section).rows] : [],
  );
  return Object.fromEntries(
    rows
      .flat()
      .flatMap(({ controls }: { controls: { name: string; files?: { shown: { name: string }[] } }[] }) =>
        controls.flatMap(({ name, files }) =>
          files && files.shown.length > 0 ? [[name, files.shown.map((one) => one.name)]] : [],
        ),
      ),
  );
}

/** The ids that the form of this answer would post again for a control. */
function idsIn(model: Answered["model"], control: string): string[] {
  return (model?.sections ?? [])
    .flatMap((section) => ("rows" in section ? Object(section).rows : []))
    .flatMap((one: { controls: { name: string; files?: { shown: { id: string }[] } }[] }) => one.controls)
    .flatMap(({ name, files }) => (name === control ? (files?.shown ?? []).map(({ id }) => id) : []));
}

async function rows(id: string): Promise<AnyLine[]> {
  return [...linesOf(await stored(world, ACTION, id), "actions")];
}

const names = (value: unknown) => refsOf(value).map(({ name }) => name);
const ids = (value: unknown) => refsOf(value).map((ref) => ref.id);
const isThere = async (file: string) => (await world.engine.files.store.get(bytesKey(file))) !== null;

async function download(who: Browser | "qa", recordId: string, fileId: string): Promise<string> {
  const context = who === "qa" ? await world.as("qa") : who.context;
  const screen = world.engine.registry
    .screensOf(ACTION)
    .find(({ key }) => key === (who === "qa" ? world.screen(ACTION).key : "correction-report"));
  if (!screen) throw new Error("no screen");
  const work = fileOfRecord(context, { screen, recordId, fileId, request: new Request("http://x/") });
  return work.then(
    (answer) => String(answer.status),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return error.error;
    },
  );
}

describe("行里的照片随表单保存", () => {
  test("每行各自的照片；留下的、去掉的、整行删除的；另一家和别的单据拿不到", async () => {
    const id = await issued();
    const both = [...row(0, { after_photos: [photo(0), photo(1)] }), ...row(1, { before_photos: photo(2) })];
    expect((await post(id, both)).model).toBeNull();
    const [first, second] = await rows(id);
    expect([names(first?.after_photos), names(second?.before_photos)]).toEqual([
      ["照片0.jpg", "照片1.jpg"],
      ["照片2.jpg"],
    ]);
    const [kept = "", dropped = ""] = ids(first?.after_photos);
    const [ofSecond = ""] = ids(second?.before_photos);

    const page = await openForm({
      request: new Request(address(id), { headers: cookie(supplier) }),
      context: {},
      params: { ...params, id },
    });
    expect(shownIn(Object(page).model)).toEqual({
      "actions.0.after_photos": ["照片0.jpg", "照片1.jpg"],
      "actions.1.before_photos": ["照片2.jpg"],
    });
    expect(await download(supplier, id, kept)).toBe("200");
    expect(await download(other, id, kept)).toBe("not_found");
    expect(await download(supplier, await issued(), kept)).toBe("not_found");

    // The second of the first row is let go, and the second row is moved before it.
    const fewer = [
      ...row(0, { id: second?.id ?? "", before_photos: ["", ofSecond] }),
      ...row(1, { id: first?.id ?? "", after_photos: ["", kept] }),
    ];
    expect((await post(id, fewer)).model).toBeNull();
    expect((await rows(id)).map((one) => [...names(one.before_photos), ...names(one.after_photos)])).toEqual([
      ["照片2.jpg"],
      ["照片0.jpg"],
    ]);
    const history = await reading(supplier.context, () =>
      readHistory(supplier.context, { entity: world.entity(ACTION), recordId: id, limit: 1 }),
    );
    expect(JSON.stringify(history)).toContain("照片1.jpg");

    expect((await post(id, row(0, { id: first?.id ?? "", after_photos: ["", kept] }))).model).toBeNull();
    await removeLooseFiles(world.engine);
    world.clock.advance(25 * HOUR);
    await removeLooseFiles(world.engine);
    expect(await Promise.all([kept, dropped, ofSecond].map(isThere))).toEqual([true, false, false]);
  });

  test("退回的表单留着已经上传的；加行、复制、删除行时照片跟着自己的行，复制的行没有照片", async () => {
    const id = await issued();
    const refused = await post(id, [...row(0, { owner: "", after_photos: photo(3) }), ...row(1)]);
    expect(refused.status).toBe(400);
    expect(refused.model?.errors.map(({ name }) => name)).toEqual(["actions.0.owner"]);
    expect(shownIn(refused.model)).toEqual({ "actions.0.after_photos": ["照片3.jpg"] });
    const [held = ""] = idsIn(refused.model, "actions.0.after_photos");
    const again = (at: number) => row(at, { after_photos: ["", held] });

    const copied = await post(id, [...again(0), ...row(1)], { intent: "actions.copy.0" });
    expect(shownIn(copied.model)).toEqual({ "actions.0.after_photos": ["照片3.jpg"] });
    const removed = await post(id, [...row(0), ...again(1)], { intent: "actions.remove.0" });
    expect(shownIn(removed.model)).toEqual({ "actions.0.after_photos": ["照片3.jpg"] });
    const added = await post(id, [...again(0), ...row(1, { after_photos: photo(4) })], { intent: "actions.add" });
    expect(shownIn(added.model)).toEqual({
      "actions.0.after_photos": ["照片3.jpg"],
      "actions.1.after_photos": ["照片4.jpg"],
    });
    expect((await post(id, again(0))).model).toBeNull();
    expect((await rows(id)).map((one) => names(one.after_photos))).toEqual([["照片3.jpg"]]);
  });

  test("只有照片的新行也算填写了", async () => {
    const id = await issued();
    const bare = { kind: "", description: "", owner: "", due_date: "" };
    const answered = await post(id, [...row(0), ...row(1, { ...bare, after_photos: photo(5) })]);
    expect(answered.model?.errors.map(({ name }) => name)).toContain("actions.1.description");
  });
});

describe("不收的照片", () => {
  test("改了后缀的文件：意见写在自己的行，前面的空行不错位，什么都不保存", async () => {
    const id = await issued();
    const bare = { kind: "", description: "", owner: "", due_date: "" };
    const fields = [...row(0, bare), ...row(1, { after_photos: { name: "假.jpg", bytes: Buffer.from("MZ\0\0") } })];
    const answered = await post(id, fields);
    expect(answered.status).toBe(400);
    expect(answered.model?.errors.map(({ name }) => name)).toEqual(["actions.1.after_photos"]);
    expect(await rows(id)).toEqual([]);
    const pressed = await post(id, fields, { intent: "actions.add" });
    expect(pressed.model?.problem).toContain("假.jpg");
  });

  test("别的行的、别的单据的、别人上传的、同一个用在两行的，都不能占用", async () => {
    const id = await issued();
    await post(id, [...row(0, { after_photos: photo(6) }), ...row(1)]);
    const [first, second] = await rows(id);
    const own = ids(first?.after_photos);
    const keptRows = (more: Readonly<Record<string, Sent | readonly Sent[]>>) => [
      ...row(0, { id: first?.id ?? "", after_photos: ["", ...own] }),
      ...row(1, { id: second?.id ?? "", ...more }),
    ];
    const complaint = {
      name: "actions.1.after_photos",
      label: "第2项整改后",
      message: "整改后中有文件已失效，请重新上传",
    };
    expect((await post(id, keptRows({ after_photos: own }))).model?.errors).toEqual([complaint]);

    const elsewhere = await issued();
    const refused = await post(elsewhere, row(0, { owner: "", after_photos: photo(7), before_photos: photo(8) }));
    const [free = ""] = idsIn(refused.model, "actions.0.after_photos");
    const [before = ""] = idsIn(refused.model, "actions.0.before_photos");
    // Brought in for another field of the row.
    expect((await post(id, keptRows({ after_photos: before }))).model?.errors).toEqual([complaint]);
    const twice = [...row(0, { after_photos: free }), ...row(1, { after_photos: free })];
    expect((await post(elsewhere, twice)).model?.errors.map(({ name }) => name)).toEqual(["actions.1.after_photos"]);
    expect((await post(elsewhere, row(0, { after_photos: free }))).model).toBeNull();
    expect((await post(id, keptRows({ after_photos: free }))).model?.errors).toEqual([complaint]);

    const stranger = { name: "actions.after_photos", file: await uploaded("supplierB") };
    expect((await post(id, keptRows({ after_photos: stranger.file }))).model?.errors).toEqual([complaint]);
  });

  test("传到一半断开：什么都不保存；两个页面同时改：后一个先看差异", async () => {
    const id = await issued();
    const { version } = await stored(world, ACTION, id);
    const whole = new Request(address(id), { method: "POST", body: formOf(id, version) });
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const headers = { ...cookie(supplier), "Content-Type": whole.headers.get("Content-Type") ?? "" };
    const cut = new Request(address(id), { method: "POST", headers, body: bytes.subarray(0, bytes.byteLength - 200) });
    expect((await sent(id, cut)).status).toBe(400);
    expect(await rows(id)).toEqual([]);

    expect((await post(id, row(0, { after_photos: photo(9) }), { version })).model).toBeNull();
    const late = await post(id, [...row(0), ...row(1, { before_photos: photo(0) })], { version });
    expect([late.status, late.model?.problem ?? ""]).toEqual([400, expect.stringContaining("已被他人修改")]);
    expect(shownIn(late.model)).toEqual({ "actions.1.before_photos": ["照片0.jpg"] });
    expect((await rows(id)).map((one) => names(one.after_photos))).toEqual([["照片9.jpg"]]);
  });

  function formOf(_id: string, version: number): FormData {
    const body = new FormData();
    body.append("_csrf", supplier.csrf);
    body.append("_version", String(version));
    for (const [name, value] of row(0)) if (typeof value === "string") body.append(name, value);
    body.append("actions.0.after_photos", new Blob([Uint8Array.from(pictures[1] ?? [])]), "断.jpg");
    return body;
  }
});

/** A picture that this account brings in for rows by REST. */
async function uploaded(account: AccountName, at = 2, field = "actions.after_photos"): Promise<string> {
  const token = await signInByRest(world, account);
  const bytes = pictures[at] ?? new Uint8Array();
  const files = `/v2/supplier-audit/corrective-action/files`;
  const body = { field, name: "接口.jpg", size: bytes.byteLength };
  const begun = await call(world, { token, method: "POST", path: files, body });
  const { id = "" } = Object(begun.body.result);
  const request = new Request(`http://portal.test${files}/${id}?start=0`, {
    method: "PUT",
    headers: { Authorization: token, "Content-Type": "application/octet-stream" },
    body: Uint8Array.from(bytes),
  });
  const piece = await world.services.rest.fetch(request, { requestId: world.engine.newId(), ip: "127.0.0.1" });
  expect(piece.status).toBe(200);
  return String(id);
}

describe("页面、接口和病毒检查", () => {
  test("接口上传后写进行里；提交之后我方在页面上看到小图并能下载，提交之前看不到", async () => {
    const id = await issued();
    const token = await signInByRest(world, "supplierA");
    const file = await uploaded("supplierA", 10);
    const evidence = await uploaded("supplierA", 0, "whys.evidence_files");
    const path = `/v2/supplier-audit/corrective-action/${id}`;
    const { version } = await stored(world, ACTION, id);
    const actions = [
      { ...ROW, done_date: "2025-03-01", after_photos: [file] },
      { ...ROW, kind: "preventive" },
    ];
    const whys = [{ kind: "occur", question: "为什么磨损", answer: "没有点检", evidence_files: [evidence] }];
    const body = { version, root_cause: "刀具磨损没有更换周期，班组没有点检表", actions, whys };
    const changed = await call(world, { token, method: "PUT", path, body });
    expect(changed.body.code, changed.body.message).toBe(200);
    const read = await call(world, { token, method: "GET", path });
    expect(Object(read.body.result).whys[0].evidence_files).toMatchObject([{ id: evidence, name: "接口.jpg" }]);
    expect(await download("qa", id, file)).toBe("not_found");

    await transition(world, { context: supplier.context, key: ACTION, id, name: "submit" });
    expect(await download("qa", id, file)).toBe("200");
    const qa = await world.as("qa");
    const { sections } = await recordModel(qa, world.screen(ACTION), id);
    const table = sections.find(({ title }) => title === "措施");
    const cells = table && "table" in table ? (table.table.rows[0]?.cells ?? []) : [];
    const place = `/supplier-audit/correction-list/${id}/files/${file}`;
    expect(cells.flatMap((cell) => ("files" in cell ? (cell.files ?? []) : []))).toEqual([
      {
        ...{ id: file, name: "接口.jpg", size: expect.any(String) },
        ...{ href: place, view: `${place}?view=1`, small: `${place}?small=1` },
      },
    ]);
  });

  test("查出病毒的照片：行里说明，不能下载，没保存的不能再用", async () => {
    const { files } = world.engine;
    files.scanner = {
      async scan(bytes) {
        for await (const _piece of bytes);
        return "Eicar-Test";
      },
    };
    const id = await issued();
    await post(id, row(0, { after_photos: photo(4, "毒.jpg") }));
    const [first] = await rows(id);
    const [file = ""] = ids(first?.after_photos);
    expect(await download(supplier, id, file)).toBe("wrong_state");
    const refused = await post(await issued(), row(0, { owner: "", after_photos: photo(5, "又.jpg") }));
    const [held = ""] = idsIn(refused.model, "actions.0.after_photos");
    await scanWaitingFiles(world.engine);
    files.scanner = null;
    const answered = await post(await issued(), row(0, { after_photos: held }));
    expect(answered.model?.errors.map(({ name }) => name)).toEqual(["actions.0.after_photos"]);
    expect(await download(supplier, id, file)).toBe("wrong_state");
  });
});
