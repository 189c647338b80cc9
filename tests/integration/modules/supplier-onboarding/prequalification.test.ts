import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import type { AnyRecord } from "~/engine/entity";
import { readableFile, readableFiles } from "~/engine/files/download.server";
import { receiveFile, uploadTarget } from "~/engine/files/upload.server";
import { listRecords } from "~/engine/operations/list.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { editFormModel } from "~/engine/screen/form-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { where } from "~/shared/condition";
import { personWith } from "../../../support/conformance";
import { publishFlow, roleId } from "../../../support/flows";
import { refusal } from "../../../support/orders";
import { change, make, seen, stored, transition } from "../../../support/quality";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const PREQ = "supplier-onboarding/prequalification";
const APPLICATION = "supplier-onboarding/preq-application";
const QUESTION = "supplier-onboarding/preq-question";

const world = await openWorld();
afterAll(() => world.close());
const { ids } = world;

let buyer: Context;
let manager: Context;
let qa: Context;

beforeAll(async () => {
  buyer = await personWith(world, "buyer");
  manager = await personWith(world, "purchase_manager");
  qa = await personWith(world, "qa");
  await publishFlow(world, {
    document: PREQ,
    steps: [{ decider: "role", role_id: await roleId(world, "purchase_manager") }],
  });
});

const CRITERIA = [
  { group: "exclusion", title: "未列入失信名单", kind: "pass_fail", answer_type: "bool", expected: "是" },
  { group: "food", title: "通过体系认证", kind: "pass_fail", answer_type: "bool" },
  { group: "capacity", title: "年产能（吨）", kind: "score", answer_type: "number", max_score: "40" },
  { group: "record", title: "近两年审计报告", kind: "pass_fail", answer_type: "file" },
];

/** The clock of the world goes on to this instant. */
function until(instant: string): void {
  world.clock.advance(Date.parse(instant) - world.clock.now().getTime());
}

async function published(more: object = {}): Promise<string> {
  const { id } = await make(world, buyer, PREQ, {
    mode: "invite",
    criteria: CRITERIA,
    deadline: "2025-03-20 17:00",
    invitees: [{ supplier_id: ids.supplierA }, { supplier_id: ids.supplierB }],
    contact: buyer.actor.id,
    ...more,
  });
  await transition(world, { context: buyer, key: PREQ, id, name: "publish" });
  return id;
}

async function applicationOf(preq: string, supplier: string): Promise<string> {
  const [row] = await unscopedRows(
    world.system(),
    APPLICATION,
    ["id"],
    [where.eq("prequalification_id", preq), where.eq("supplier_id", supplier)],
  );
  return String(row?.id);
}

/** Answers every condition of an application, as its supplier. */
async function answer(context: Context, id: string, values: readonly string[]): Promise<void> {
  const rows = linesOf(await stored(world, APPLICATION, id), "answers");
  await change(world, {
    context,
    key: APPLICATION,
    id,
    values: {
      answers: rows.map((row, at) => ({ id: row.id, value: values[at] ?? "" })),
    },
  });
}

function mine() {
  const screen = world.engine.registry.screen("supplier-onboarding/my-preq");
  if (!screen) throw new Error("unreachable");
  return screen;
}

/** A file that this supplier brings in beside its answers. */
async function brought(context: Context, name: string, content = "%PDF-1.7 样例"): Promise<string> {
  const bytes = (async function* () {
    yield new TextEncoder().encode(content);
  })();
  return (await receiveFile(context, uploadTarget(context, mine(), "answers.files"), { name, bytes })).id;
}

/** Puts files beside the answer to the condition at that place. */
async function prove(context: Context, id: string, place: number, files: readonly string[]): Promise<void> {
  const rows = linesOf(await stored(world, APPLICATION, id), "answers");
  const answers = rows.map((row, at) => ({ id: row.id, ...(at === place ? { files } : {}) }));
  await change(world, { context, key: APPLICATION, id, values: { answers } });
}

async function judged(
  id: string,
  results: readonly Readonly<Record<string, string | undefined>>[],
  verdict: string,
): Promise<void> {
  const rows = linesOf(await stored(world, APPLICATION, id), "answers");
  const lineInput = Object.fromEntries(rows.map((row, at) => [row.id, results[at] ?? {}]));
  await transition(world, { context: buyer, key: APPLICATION, id, name: "evaluate", more: { lineInput } });
  await transition(world, {
    context: buyer,
    key: APPLICATION,
    id,
    name: "judge",
    more: { input: { verdict }, reason: "按条件逐项核对" },
  });
}

async function listed(context: Context, key: string): Promise<AnyRecord["id"][]> {
  const request = { filters: {}, toggles: [], sort: [], page: 1, size: 100 };
  const { rows } = await listRecords(context, world.screen(key), request);
  return rows.map(({ id }) => String(id));
}

describe("从邀请到结果", () => {
  let preq: string;
  let ofA: string;
  let ofB: string;
  let supplierA: Context;
  let supplierB: Context;
  /** What A answers the last condition with. */
  let report: string;
  const download = (context: Context) =>
    readableFile(context, context.actor.supplierId ? mine() : world.screen(APPLICATION), ofA, report);

  beforeAll(async () => {
    supplierA = await world.as("supplierA");
    supplierB = await world.as("supplierB");
    preq = await published();
    ofA = await applicationOf(preq, ids.supplierA);
    ofB = await applicationOf(preq, ids.supplierB);
  });

  test("每项条件下可以上传佐证文件，要文件的条件没有文件不算应答；别的企业的文件不收，意见在该项下", async () => {
    const controls = async () => {
      const { sections } = await editFormModel(supplierA, mine(), ofA);
      return sections.flatMap((section) => (section.kind === "fields" ? section.controls : []));
    };
    const asked = (await controls()).filter(({ name }) => name.startsWith("answers."));
    expect(asked.map(({ name, required }) => `${name} ${required}`)).toEqual([
      ...["answers.0.value true", "answers.0.files false", "answers.1.value true", "answers.1.files false"],
      ...["answers.2.value true", "answers.2.files false", "answers.3.value false", "answers.3.files true"],
    ]);
    expect(asked[7]).toMatchObject({ kind: "files", label: "第4项佐证文件", files: { shown: [], most: 10 } });
    await refusal(brought(supplierA, "报告.pdf", "MZ executable"), "invalid");
    const stolen = await refusal(prove(supplierA, ofA, 3, [await brought(supplierB, "乙方报告.pdf")]), "invalid");
    expect(stolen.complaints[0]?.field).toBe("answers.3.files");
    report = await brought(supplierA, "甲方报告.pdf");
    await prove(supplierA, ofA, 3, [report]);
    await prove(supplierA, ofA, 0, [await brought(supplierA, "甲方承诺.pdf")]);
    expect((await controls()).find(({ name }) => name === "answers.3.files")).toMatchObject({
      files: { shown: [{ id: report, name: "甲方报告.pdf" }] },
    });
    await prove(supplierA, ofA, 3, []);
    await answer(supplierA, ofA, ["是", "是", "1,200", "见附件"]);
    const without = transition(world, { context: supplierA, key: APPLICATION, id: ofA, name: "submit" });
    expect((await refusal(without, "invalid")).message).toBe("还有1项必答条件未应答");
    report = await brought(supplierA, "甲方报告.pdf");
    await prove(supplierA, ofA, 3, [report]);
    await prove(supplierB, ofB, 3, [await brought(supplierB, "乙方报告.pdf")]);
  });

  test("必答条件没有应答不能提交，截止前自己可以取回修改", async () => {
    await answer(supplierA, ofA, ["是", "是", ""]);
    const refused = await refusal(
      transition(world, { context: supplierA, key: APPLICATION, id: ofA, name: "submit" }),
      "invalid",
    );
    expect(refused.message).toBe("还有1项必答条件未应答");
    await answer(supplierA, ofA, ["是", "是", "1,200"]);
    expect(linesOf(await stored(world, APPLICATION, ofA), "answers")[2]?.value).toBe("1200");
    await transition(world, { context: supplierA, key: APPLICATION, id: ofA, name: "submit" });
    await transition(world, { context: supplierA, key: APPLICATION, id: ofA, name: "revise" });
    await transition(world, { context: supplierA, key: APPLICATION, id: ofA, name: "submit" });
    await answer(supplierB, ofB, ["否", "是", "900"]);
    await transition(world, { context: supplierB, key: APPLICATION, id: ofB, name: "submit" });
  });

  test("申请截止前，采购方和另一家供应商都打不开应答", async () => {
    for (const person of [buyer, manager, qa, supplierB])
      await refusal(seen(world, person, APPLICATION, ofA), "not_found");
    expect(await listed(buyer, APPLICATION)).not.toContain(ofA);
    expect((await seen(world, supplierA, APPLICATION, ofA)).state).toBe("submitted");
    // Files beside the answers are closed exactly as long, one by one, all together, and on the page of the procedure.
    const everybody = [buyer, manager, qa, await personWith(world, "system_admin"), supplierB];
    for (const person of everybody) {
      await refusal(download(person), "not_found");
      const screen = person.actor.supplierId ? mine() : world.screen(APPLICATION);
      await refusal(readableFiles(person, screen, ofA), "not_found");
    }
    expect((await download(supplierA)).ref.name).toBe("甲方报告.pdf");
    expect(JSON.stringify(await recordModel(buyer, world.screen(PREQ), preq))).not.toContain("甲方报告");
  });

  test("提问由采购员答复，公开的答复写入公告，不显示提问方", async () => {
    const values = { prequalification_id: preq, question: "产能按设计还是实际？" };
    const { id } = await createRecord(supplierA, { screen: world.screen(QUESTION), values });
    await refusal(seen(world, supplierB, QUESTION, id), "not_found");
    await transition(world, {
      context: buyer,
      key: QUESTION,
      id,
      name: "reply",
      more: { input: { answer: "按近三年实际产量", is_public: "1" } },
    });
    const notice = await seen(world, supplierB, PREQ, preq);
    expect(notice.qa_notice).toBe("问：产能按设计还是实际？\n答：按近三年实际产量");
    expect(JSON.stringify(notice)).not.toContain(ids.supplierA);
  });

  test("到截止时间：提交的开启评审，迟到的不能提交", async () => {
    until("2025-03-20T09:00:01Z");
    const late = await refusal(
      transition(world, { context: await world.as("supplierA"), key: APPLICATION, id: ofA, name: "revise" }),
      "invalid",
    );
    expect(late.message).toContain("已过申请截止时间，不能提交");
    expect((await workDeadlines(world.system(), { remindNow: true })).failed).toEqual([]);
    expect((await stored(world, PREQ, preq)).state).toBe("evaluating");
    buyer = await personWith(world, "buyer");
    manager = await personWith(world, "purchase_manager");
    qa = await personWith(world, "qa");
    expect((await seen(world, buyer, APPLICATION, ofA)).state).toBe("reviewing");
  });

  test("开启后评审的人在申请、评审页、打印和应答对照里看到佐证文件并能下载，另一家仍然看不到", async () => {
    for (const person of [buyer, manager, qa]) expect((await download(person)).ref.name).toBe("甲方报告.pdf");
    const rival = await world.as("supplierB");
    await refusal(download(rival), "not_found");
    const screen = world.screen(APPLICATION);
    const href = `${ofA}/files/${report}`;
    const pages = [
      await recordModel(buyer, screen, ofA),
      await transitionModel(buyer, screen, ofA, "evaluate"),
      await recordModel(buyer, world.screen(PREQ), preq),
    ];
    for (const page of pages) expect(JSON.stringify(page)).toContain(href);
    expect(JSON.stringify(await printedRecord(buyer, screen, ofA, "https://example.com"))).toContain("甲方报告.pdf");
    const notice = world.engine.registry.screensOf(PREQ).find((one) => mayOnScreen(rival, one, "get"));
    expect(JSON.stringify(await recordModel(rival, notice ?? world.screen(PREQ), preq))).not.toContain("甲方");
  });

  test("一项禁入条件不通过，结论只能是未通过；质量只评质量条件", async () => {
    const rows = linesOf(await stored(world, APPLICATION, ofB), "answers");
    const [exclusion, food] = rows;
    const foreign = { [String(exclusion?.id)]: { result: "pass" } };
    await refusal(
      transition(world, {
        context: qa,
        key: APPLICATION,
        id: ofB,
        name: "evaluate_quality",
        more: { lineInput: foreign },
      }),
      "invalid",
    );
    await transition(world, {
      context: qa,
      key: APPLICATION,
      id: ofB,
      name: "evaluate_quality",
      more: {
        lineInput: { [String(food?.id)]: { result: "pass" } },
      },
    });
    const results = [{ result: "fail" }, { result: "pass" }, { points: "30" }, { result: "pass" }];
    const refused = await refusal(judged(ofB, results, "pass"), "invalid");
    expect(refused.message).toBe("存在禁入情形，结论只能是未通过");
    const tooMany = [{ result: "fail" }, { result: "pass" }, { points: "41" }, { result: "pass" }];
    await refusal(judged(ofB, tooMany, "fail"), "invalid");
    await judged(ofB, results, "fail");
    expect(await stored(world, APPLICATION, ofB)).toMatchObject({ eligible: "no", qualified: "yes", score: "30.0" });
  });

  test("结论没有齐不能提交结果；批准后各自收到自己的结果，供应商看不到得分", async () => {
    const refused = await refusal(
      transition(world, { context: buyer, key: PREQ, id: preq, name: "submit_result" }),
      "invalid",
    );
    expect(refused.message).toContain("还没有结论，不能提交结果");
    await judged(ofA, [{ result: "pass" }, { result: "pass" }, { points: "35" }, { result: "pass" }], "pass");
    await transition(world, { context: buyer, key: PREQ, id: preq, name: "submit_result" });
    expect((await stored(world, PREQ, preq)).state).toBe("pending");
    expect((await seen(world, await world.as("supplierA"), APPLICATION, ofA)).state).toBe("reviewing");
    await transition(world, { context: manager, key: PREQ, id: preq, name: "approve" });
    expect((await stored(world, PREQ, preq)).state).toBe("announced");
    expect((await stored(world, APPLICATION, ofA)).state).toBe("passed");
    const own = await seen(world, await world.as("supplierB"), APPLICATION, ofB);
    expect(own).toMatchObject({ state: "failed", result_note: "按条件逐项核对" });
    expect(own.score).toBeUndefined();
  });

  test("异议没有答复不能完成；改判后进入名单，异议期满自动完成", async () => {
    await transition(world, {
      context: await world.as("supplierB"),
      key: APPLICATION,
      id: ofB,
      name: "appeal",
      more: { reason: "名单有误" },
    });
    until("2025-03-29T02:00:00Z");
    await workDeadlines(world.system(), { remindNow: true });
    expect((await stored(world, PREQ, preq)).state).toBe("announced");
    manager = await personWith(world, "purchase_manager");
    await transition(world, {
      context: manager,
      key: APPLICATION,
      id: ofB,
      name: "reverse",
      more: { reason: "核实后更正" },
    });
    await workDeadlines(world.system(), { remindNow: true });
    expect((await stored(world, PREQ, preq)).state).toBe("finished");
    const late = await refusal(
      transition(world, {
        context: await world.as("supplierB"),
        key: APPLICATION,
        id: ofB,
        name: "appeal",
        more: { reason: "再提" },
      }),
      "wrong_state",
    );
    expect(late.message).toContain("通过");
  });
});

test("公开的预审谁都能报名一次，邀请的只有名单内的供应商", async () => {
  buyer = await personWith(world, "buyer");
  const supplier = await world.as("supplierA");
  const screen = mine();
  const open = await published({ mode: "open", invitees: [], deadline: "2025-04-20 17:00" });
  const values = { prequalification_id: open };
  const { id } = await createRecord(supplier, { screen, values });
  expect(linesOf(await stored(world, APPLICATION, id), "answers").map(({ title }) => title)).toEqual(
    CRITERIA.map(({ title }) => title),
  );
  const twice = await refusal(createRecord(supplier, { screen, values }), "invalid");
  expect(JSON.stringify(twice)).toContain("您已报名这次资格预审");
  const closed = await published({ invitees: [{ supplier_id: ids.supplierB }], deadline: "2025-04-20 17:00" });
  await refusal(seen(world, supplier, PREQ, closed), "not_found");
  await refusal(createRecord(supplier, { screen, values: { prequalification_id: closed } }), "invalid");
});

test("公开预审的截止至少在五天之后，条件从模板带出", async () => {
  const { id } = await make(world, buyer, PREQ, { deadline: "2025-03-31 17:00", contact: buyer.actor.id });
  const refused = await refusal(transition(world, { context: buyer, key: PREQ, id, name: "publish" }), "invalid");
  expect(refused.message).toBe("公开预审的申请截止至少在5天之后");
  await setParameter(world, "prequalification.openDays", "9");
  const longer = await refusal(transition(world, { context: buyer, key: PREQ, id, name: "publish" }), "invalid");
  expect(longer.message).toBe("公开预审的申请截止至少在9天之后");
  await setParameter(world, "prequalification.openDays", "5");
  expect(linesOf(await stored(world, PREQ, id), "criteria").map(({ title, kind }) => [title, kind])).toEqual([
    ["无重大处罚", "pass_fail"],
    ["产能说明", "score"],
  ]);
});

test("公开预审通过的家数少于参数时提示重新发布，参数改为0不提示", async () => {
  buyer = await personWith(world, "buyer");
  const id = await published({ mode: "open", invitees: [], deadline: "2025-05-20 17:00" });
  until("2025-05-20T09:00:01Z");
  await workDeadlines(world.system(), { remindNow: true });
  buyer = await personWith(world, "buyer");
  const said = async () =>
    (await transitionModel(buyer, world.screen(PREQ), id, "submit-result")).findings.map(({ text }) => text);
  expect(await said()).toContain("通过单位不足3家，请考虑重新发布");
  await setParameter(world, "prequalification.fewestPassed", "1");
  expect(await said()).toContain("通过单位不足1家，请考虑重新发布");
  await setParameter(world, "prequalification.fewestPassed", "0");
  expect(JSON.stringify(await said())).not.toContain("请考虑重新发布");
});
