import { describe, expect, test } from "vitest";
import {
  blamesPeopleAlone,
  missingParts,
  partTexts,
  returnedParts,
} from "~/modules/supplier-audit/corrective-action/correction-report.rules";
import {
  correctionNotes,
  extendable,
  readyToClose,
} from "~/modules/supplier-audit/corrective-action/corrective-action.rules";
import {
  auditScore,
  conclusionNotMilder,
  cycleBy,
  cycleMonths,
  findingsPhotographed,
  findingsPoint,
  itemsPoint,
  linesBy,
  noticedBefore,
  photoNumbers,
  pointsOf,
  proofGiven,
  proposedConclusion,
  scoresFit,
} from "~/modules/supplier-management/supplier-audit/supplier-audit.rules";
import { addMonths, addWorkdays, workdaysBetween } from "~/shared/calendar";
import { initialLimit } from "../../support/limits";

const asParameters = { minor_share: null, major_share: null };
const item = (result: string | null, score: string | null = null, more: object = {}) => ({
  content: "车间清洁",
  max_score: "10",
  score: score ?? pointsOf(result, "10", asParameters, { limit: initialLimit }),
  result,
  is_veto: false,
  na_allowed: true,
  evidence: null as string | null,
  evidence_required: false,
  photo_required: false,
  photos: null as readonly unknown[] | null,
  photo_nos: null as string | null,
  ...more,
});
const audit = (items: ReturnType<typeof item>[], findings: { severity: string }[] = []) => ({
  audit_type: "annual",
  mode: "onsite",
  items,
  findings: findings.map((one) => ({ item_no: null, photo_nos: null, ...one })),
  photos: null,
  sign_file: null,
  pass_line: null,
  conditional_line: null,
  major_tolerated: null,
  ...asParameters,
  conclusion: null,
});

const usual = { now: "", today: "2025-06-02", actorId: null, supplierId: null, limit: initialLimit };

describe("审核得分与结论", () => {
  test("不适用的项目不计入，得分折算为100分", () => {
    expect(auditScore({ items: [item("conform"), item("minor"), item("na")] })).toBe("90.0");
    expect(auditScore({ items: [item("na")] })).toBeNull();
    const kept = { minor_share: 90, major_share: 25 };
    expect(["minor", "major", "na"].map((result) => pointsOf(result, "10", kept, usual))).toEqual(["9.0", "2.5", null]);
    expect(scoresFit({ items: [item("minor", "9.0")], ...kept }, {}, undefined, usual)).toBeNull();
    expect(scoresFit({ items: [item("minor", "9.0")], ...asParameters }, {}, undefined, usual)?.message).toContain(
      "（8.0分）",
    );
    expect(auditScore({ items: [item("conform"), item("major"), item("conform")] })).toBe("80.0");
  });

  test.each([
    [[item("conform"), item("conform")], [], "pass"],
    [[item("conform"), item("conform")], [{ severity: "major" }], "conditional"],
    [[item("conform"), item("conform")], [{ severity: "critical" }], "fail"],
    [[item("conform"), item("conform", "4", { evidence: "x" })], [], "conditional"],
    [[item("conform"), item("conform", "3.9", { evidence: "x" })], [], "fail"],
    [[item("conform"), item("major", null, { is_veto: true })], [], "fail"],
    [[item("conform")], [{ severity: "major" }, { severity: "major" }, { severity: "major" }], "fail"],
  ])("第%#种情形的结论", (items, findings, conclusion) => {
    expect(proposedConclusion(audit(items, findings), usual)).toBe(conclusion);
  });

  test("结论可以更严，不能更松", () => {
    const good = audit([item("conform")]);
    expect(conclusionNotMilder({ ...good, conclusion: "fail" }, {}, new Map(), usual)).toBeNull();
    expect(
      conclusionNotMilder({ ...audit([item("minor")]), conclusion: "pass" }, {}, new Map(), usual)?.message,
    ).toContain("整改后通过");
  });

  test("模板要求的证据和照片缺了，说出是哪一项；不适用的不要", () => {
    const wanted = item("conform", null, { evidence_required: true, photo_required: true });
    expect(proofGiven({ items: [item("conform"), wanted] })).toEqual({
      field: "items.1.evidence",
      message: "【车间清洁】需要客观证据，请填写",
    });
    expect(proofGiven({ items: [{ ...wanted, evidence: "记录" }] })?.message).toBe(
      "【车间清洁】必须拍照，请上传照片或填写照片序号",
    );
    expect(proofGiven({ items: [{ ...wanted, evidence: "记录", photos: [] }] })?.field).toBe("items.0.photos");
    expect(proofGiven({ items: [{ ...wanted, evidence: "记录", photos: [{}] }] })).toBeNull();
    expect(proofGiven({ items: [{ ...wanted, evidence: "记录", photo_nos: "1" }] })).toBeNull();
    expect(proofGiven({ items: [{ ...wanted, result: "na" }] })).toBeNull();
    expect(itemsPoint({ items: [item("conform", null, { photo_nos: "2" })], photos: [{}] })?.message).toBe(
      "现场照片只有1张",
    );
  });

  test("只有飞行检查可以不通知就开始", () => {
    expect(noticedBefore({ state: "planned", audit_type: "annual" })?.message).toContain("请先发送通知");
    expect(noticedBefore({ state: "notified", audit_type: "annual" })).toBeNull();
    expect(noticedBefore({ state: "planned", audit_type: "flight" })).toBeNull();
  });

  test("审核周期按现行规则：风险和等级都说到的最优先，其次风险，其次等级；都没有的按缺省", () => {
    const row = (months: number, risk_level: string | null, grade: string | null, of: string | null = null) => ({
      ...{ months, risk_level, grade, supplier_class_id: of },
      mode: of === null ? ("onsite" as const) : ("document" as const),
    });
    const rows = [
      row(30, null, null),
      row(9, null, "C"),
      row(5, "high", null),
      row(4, "high", "C"),
      row(99, null, null),
    ];
    const next = (of: Parameters<typeof cycleBy>[0], riskLevel: string, grade: string | null, own?: number) =>
      cycleBy(of, { riskLevel, grade, classes: ["boxes", "packaging"], classMonths: own ?? null });
    const months = (...asked: Parameters<typeof next>) => next(...asked).months;
    expect(months([], "low", null, 18)).toBe(18);
    expect(months(rows, "low", "A", 18)).toBe(30);
    expect(months(rows, "low", "A")).toBe(30);
    expect(months(rows, "low", "C")).toBe(9);
    expect(months(rows, "high", "A")).toBe(5);
    expect(months(rows, "high", "C")).toBe(4);
    expect(months([row(9, null, "C")], "medium", null)).toBe(12);
    const byClass = [
      ...rows,
      row(24, null, null, "packaging"),
      row(36, null, null, "boxes"),
      row(1, null, null, "oil"),
    ];
    expect(next(byClass, "low", "A")).toEqual({ months: 36, mode: "document" });
    expect(next(byClass.slice(0, -2), "low", "A")).toEqual({ months: 24, mode: "document" });
    expect(next(byClass, "low", "C")).toEqual({ months: 9, mode: "onsite" });
    expect(next([], "low", null)).toEqual({ months: 24, mode: "onsite" });
  });

  test("通过线和容许的严重不符合数按现行规则，没有规则的按缺省；开始后固定下来", () => {
    const shares = { minor_share: 80, major_share: 40 };
    expect(linesBy([], usual)).toEqual({
      ...{ pass_line: "85", conditional_line: "70", major_tolerated: 2 },
      ...shares,
    });
    const own = {
      ...usual,
      limit: (key: string) => (key === "audit.majorTolerated" ? 1 : key === "audit.passLine" ? 95 : 80),
    };
    expect(linesBy([], own)).toMatchObject({ pass_line: "95", conditional_line: "80", major_tolerated: 1 });
    const rows = [
      { min: "90", max_major: 0, conclusion: "pass" },
      { min: "75", max_major: 1, conclusion: "conditional" },
      { min: "0", max_major: null, conclusion: "fail" },
    ];
    expect(linesBy(rows, usual)).toMatchObject({ pass_line: "90", conditional_line: "75", major_tolerated: 1 });
    const two = audit([item("conform")], [{ severity: "major" }, { severity: "major" }]);
    expect(proposedConclusion(two, usual)).toBe("conditional");
    expect(proposedConclusion({ ...two, ...linesBy(rows, usual) }, usual)).toBe("fail");
  });

  test("照片序号读得懂单个、多个和范围，越界的指出来", () => {
    expect(photoNumbers("1、3-5")).toEqual([1, 3, 4, 5]);
    expect(photoNumbers("第一张")).toBeNull();
    const findings = [{ item_no: 1, severity: "minor", photo_nos: "2" }];
    expect(findingsPoint({ items: [item("minor")], findings, photos: ["a"] })?.message).toBe("现场照片只有1张");
    expect(findingsPoint({ items: [], findings, photos: ["a", "b"] })?.field).toBe("findings.0.item_no");
    // The picture of the row of the sheet shows the finding, too; that of another row does not.
    const told = [{ item_no: 2, severity: "minor", photo_nos: null }];
    const pictured = item("minor", null, { photos: [{}] });
    expect(findingsPhotographed({ items: [item("conform"), pictured], findings: told })).toBeNull();
    expect(findingsPhotographed({ items: [pictured, item("minor")], findings: told })?.field).toBe(
      "findings.0.photo_nos",
    );
    expect(
      findingsPhotographed({
        items: [item("conform")],
        findings: [{ ...told[0], item_no: null, severity: "minor", photo_nos: null }],
      })?.message,
    ).toContain("【1】");
  });

  test("下次审核：风险和等级决定周期，月底不越月", () => {
    expect(cycleMonths("high", "A")).toBe(6);
    expect(cycleMonths("low", "C")).toBe(9);
    expect(cycleMonths("medium", "B")).toBe(12);
    expect(cycleMonths(null, null)).toBe(24);
    expect(addMonths("2025-08-31", 6)).toBe("2026-02-28");
    expect(addMonths("2025-03-10", 24)).toBe("2027-03-10");
  });
});

describe("整改", () => {
  const report = {
    method: "d8",
    containment: null,
    contained: [],
    root_cause: null,
    recurrence_of: "x",
    recurrence_cause: null,
    whys: [],
    actions: [{ kind: "corrective", description: "", done_date: "2025-03-01", check: null }],
    after_photos: null,
  };

  test("8D缺什么说什么", () => {
    expect(missingParts(report, { limit: initialLimit })).toEqual([
      "发生原因",
      "临时措施",
      "5Why（发生和流出各至少3层）",
      "预防措施",
      "整改后照片",
      "上次措施失效原因",
    ]);
    const asked = ["occur", "escape"].flatMap((kind) => [{ kind }, { kind }, { kind }]);
    const lacks = (depth: number) => missingParts({ ...report, whys: asked }, { limit: () => depth });
    expect(lacks(3).join()).not.toContain("5Why");
    expect(lacks(5)).toContain("5Why（发生和流出各至少5层）");
  });

  test("只怪人员的原因给出提示", () => {
    expect(blamesPeopleAlone("员工疏忽")).toBe(true);
    expect(blamesPeopleAlone("刀具磨损")).toBe(false);
    expect(blamesPeopleAlone(null)).toBe(false);
  });

  test("按批次验证的，批次够了才能关闭", () => {
    const done = [{ id: "1", kind: "corrective", description: "", done_date: "2025-03-01", check: "pass" }];
    const verified = { verify_mode: "lots", verify_lots: 3, clean_lots: 2, actions: done };
    expect(readyToClose(verified, { verify_note: "好" }, new Map())?.message).toContain("2/3");
    expect(readyToClose({ ...verified, clean_lots: 3 }, { verify_note: "好" }, new Map())).toBeNull();
    expect(readyToClose({ ...verified, clean_lots: 3 }, {}, new Map())?.field).toBe("verify_note");
  });

  test("到期当天还能延期，过了就不能，新的期限要更晚", () => {
    const facts = { now: "", today: "2025-03-10", actorId: null, supplierId: null, limit: initialLimit };
    const at = (report_due: string, to: string, extensions = 0, most?: number) =>
      extendable({ extensions, report_due }, { report_due: to }, undefined, {
        ...facts,
        ...(most === undefined ? {} : { limit: () => most }),
      });
    expect(at("2025-03-10", "2025-03-11")).toBeNull();
    expect(at("2025-03-09", "2025-03-20")?.message).toContain("到期");
    expect(at("2025-03-10", "2025-03-10")?.message).toContain("应晚于");
    expect(at("2025-03-10", "2025-03-11", 1)?.message).toBe("整改期限已延期1次，不能再次延期");
    expect(at("2025-03-10", "2025-03-11", 1, 2)).toBeNull();
    expect(at("2025-03-10", "2025-03-11", 2, 2)?.message).toBe("整改期限已延期2次，不能再次延期");
    expect(at("2025-03-10", "2025-03-11", 0, 0)?.message).toBe("整改期限不能延期");
  });
});

test("工作日跳过周末，数得回来", () => {
  expect(addWorkdays("2025-03-07", 1)).toBe("2025-03-10");
  expect(addWorkdays("2025-03-10", 10)).toBe("2025-03-24");
  expect(workdaysBetween("2025-03-07", "2025-03-10")).toBe(1);
  expect(workdaysBetween("2025-03-08", "2025-03-24")).toBe(11);
  expect(workdaysBetween("2025-03-10", "2025-03-10")).toBe(0);
});

describe("整改报告的各部分和提示", () => {
  const empty = {
    method: "capa",
    team: null,
    problem_bounds: null,
    containment: null,
    root_cause: "刀具磨损",
    escape_cause: "抽检没有覆盖",
    recurrence_of: null,
    recurrence_cause: null,
    prevent: null,
    horizontal: null,
    summary: null,
    contained: [{ place: "transit", qty: "5", treatment: "追回" }],
    whys: [{ kind: "occur", question: "为什么磨损", answer: "没有更换周期" }],
    actions: [
      { kind: "corrective", description: "更换刀具", owner: "张工", due_date: "2025-03-20", done_date: "2025-03-18" },
    ],
    before_photos: [{ name: "前.jpg" }],
    after_photos: null,
    report_files: null,
  };

  test("每一部分写成一段文字，可以与下一次对照", () => {
    const parts = partTexts(empty);
    expect(parts.containment).toBe("在途 5，追回");
    expect(parts.cause).toBe("发生：刀具磨损\n流出：抽检没有覆盖\n发生：为什么磨损 → 没有更换周期");
    expect(parts.actions).toBe("纠正措施：更换刀具（张工，计划2025-03-20，完成2025-03-18）");
    expect(parts.proof).toBe("整改前：前.jpg");
    expect([parts.bounds, parts.prevent]).toEqual(["", ""]);
  });

  test("写了意见的部分退回；都没有写的整份退回", () => {
    expect(returnedParts({ note_cause: "没有说明流出原因", note_actions: "" }, "见分段意见")).toEqual([
      { part: "cause", note: "没有说明流出原因" },
    ]);
    const whole = returnedParts({}, "请重写");
    expect(whole.map(({ note }) => note)).toEqual(Array(6).fill("请重写"));
  });

  const staff = {
    now: "2025-03-20T02:00:00.000Z",
    today: "2025-03-20",
    actorId: "1",
    supplierId: null,
    limit: initialLimit,
  };
  const supplier = { ...staff, supplierId: "2" };

  test.each([
    ["2025-03-20", [], []],
    ["2025-03-19", ["整改报告已逾期1天"], ["整改报告已逾期1天"]],
    ["2025-03-14", ["整改报告已逾期6天"], ["整改报告已逾期6天"]],
    ["2025-03-13", ["整改报告已逾期7天", "逾期已满7天，请评估是否发出质量函"], ["整改报告已逾期7天"]],
  ])("期限%s：我方和供应商各看到什么", (report_due, ours, theirs) => {
    const action = { state: "issued", severity: "major", report_due };
    expect(correctionNotes(action, staff)).toEqual(ours);
    expect(correctionNotes(action, supplier)).toEqual(theirs);
    expect(correctionNotes({ ...action, state: "submitted" }, staff)).toEqual([]);
  });

  test("报告等待审核超过3个工作日，只提醒我方", () => {
    const waiting = (submitted_at: string) => ({ state: "submitted", severity: "minor", submitted_at });
    expect(correctionNotes(waiting("2025-03-17T02:00:00.000Z"), staff)).toEqual([]);
    expect(correctionNotes(waiting("2025-03-14T02:00:00.000Z"), staff)).toEqual(["待审核已超4个工作日"]);
    expect(correctionNotes(waiting("2025-03-14T02:00:00.000Z"), supplier)).toEqual([]);
    const patient = { ...staff, limit: () => 4 };
    expect(correctionNotes(waiting("2025-03-14T02:00:00.000Z"), patient)).toEqual([]);
    const late = { state: "issued", severity: "major", report_due: "2025-03-16" };
    expect(correctionNotes(late, patient)).toContain("逾期已满4天，请评估是否发出质量函");
    const returned = (reject_count: number) => ({ state: "returned", severity: "minor", reject_count });
    expect(correctionNotes(returned(3), patient)).toEqual([]);
    expect(correctionNotes(returned(4), patient)).toEqual(["整改报告已退回4次，将通知供方负责人并安排约谈"]);
  });
});
