import { expect, test } from "vitest";
import {
  allAnswered,
  askedBy,
  mayConclude,
  outcomeOf,
} from "~/modules/supplier-onboarding/preq-application/preq-application.rules";
import {
  criteriaFit,
  daysFollow,
  inviteesFit,
  putOff,
} from "~/modules/supplier-onboarding/prequalification/prequalification.rules";
import { initialLimit } from "../../support/limits";

const judged = (group: string, kind: string, result: string | null, points: string | null = null) => ({
  title: `${group}条件`,
  group,
  kind,
  result,
  points,
  max_score: kind === "score" ? "40" : null,
});

test("一项条件不通过即不满足；禁入情形另算；得分只加评分的条件", () => {
  const answers = [judged("legal", "pass_fail", "pass"), judged("capacity", "score", null, "35.5")];
  expect(outcomeOf(answers)).toEqual({ eligible: true, qualified: true, score: "35.5" });
  expect(outcomeOf([...answers, judged("food", "pass_fail", "fail")])).toMatchObject({
    eligible: true,
    qualified: false,
  });
  expect(outcomeOf([...answers, judged("exclusion", "pass_fail", "fail")])).toMatchObject({
    eligible: false,
    qualified: true,
  });
});

test("没有评完不能下结论，不满足条件的不能通过，可以不通过", () => {
  const open = [judged("legal", "pass_fail", null)];
  expect(mayConclude({ answers: open }, { verdict: "fail" })?.message).toBe("还有1项条件没有评审：legal条件");
  const failed = [judged("legal", "pass_fail", "fail")];
  expect(mayConclude({ answers: failed }, { verdict: "pass" })?.message).toContain("结论只能是未通过");
  expect(mayConclude({ answers: failed }, { verdict: "fail" })).toBeNull();
});

test("评分的条件要有满分，其余留空，同一条件只写一次", () => {
  const criterion = { title: "产能", kind: "score", max_score: null };
  expect(criteriaFit({ criteria: [criterion] })?.field).toBe("criteria.0.max_score");
  expect(criteriaFit({ criteria: [{ ...criterion, kind: "pass_fail", max_score: "5" }] })?.message).toContain("请留空");
  const whole = { ...criterion, max_score: "5" };
  expect(criteriaFit({ criteria: [whole, whole] })?.field).toBe("criteria.1.title");
  expect(criteriaFit({ criteria: [whole] })).toBeNull();
});

test("提问先于申请截止，结果晚于申请截止失效", () => {
  const days = { deadline: "2025-03-20T09:00:00.000Z", question_deadline: null, valid_to: "2026-03-20" };
  expect(daysFollow(days)).toBeNull();
  expect(daysFollow({ ...days, question_deadline: "2025-03-20T09:00:01.000Z" })?.field).toBe("question_deadline");
  expect(daysFollow({ ...days, valid_to: "2025-03-20" })?.field).toBe("valid_to");
});

test("只能往后延，截止之后不能再延", () => {
  const facts = {
    now: "2025-03-10T00:00:00.000Z",
    today: "2025-03-10",
    actorId: null,
    supplierId: null,
    limit: initialLimit,
  };
  const running = { deadline: "2025-03-20T09:00:00.000Z", valid_to: "2026-03-20" };
  const to = (day: string) => ({ new_deadline: `${day}T09:00:00.000Z` });
  expect(putOff(running, to("2025-03-25"), null, facts)).toBeNull();
  expect(putOff(running, to("2025-03-19"), null, facts)?.message).toContain("晚于原截止时间");
  const over = { ...facts, now: "2025-03-21T00:00:00.000Z" };
  expect(putOff(running, to("2025-03-25"), null, over)?.message).toBe("申请已截止，不能延期");
});

test("邀请写供应商或邮箱，各只一次", () => {
  const supplier = { supplier_id: "a", email: null };
  const mailbox = { supplier_id: null, email: "a@example.com" };
  expect(inviteesFit({ invitees: [supplier, mailbox] })).toBeNull();
  expect(inviteesFit({ invitees: [supplier, supplier] })?.field).toBe("invitees.1.supplier_id");
  expect(inviteesFit({ invitees: [mailbox, mailbox] })?.field).toBe("invitees.1.email");
  expect(inviteesFit({ invitees: [{ supplier_id: null, email: null }] })?.message).toBe("请选择供应商，或填写邮箱");
});

test("每项条件都有放文件的地方；要文件的条件由文件应答，文字只是说明", () => {
  const row = { id: "a", line_no: 30, title: "审计报告", required: true, expected: null, evidence_type: null };
  expect(askedBy({ ...row, answer_type: "file" })).toMatchObject({
    required: false,
    files: { label: "第3项佐证文件", required: true },
  });
  expect(askedBy({ ...row, answer_type: "bool" })).toMatchObject({ required: true, files: { required: false } });
  expect(askedBy({ ...row, required: false, answer_type: "file" }).files?.required).toBe(false);
  const paper = { title: "审计报告", required: true, answer_type: "file", value: "见附件", files: null };
  expect(allAnswered({ answers: [paper, { ...paper, files: [] }] })?.message).toBe("还有2项必答条件未应答");
  expect(allAnswered({ answers: [{ ...paper, value: null, files: [{ id: "f" }] }] })).toBeNull();
  expect(
    allAnswered({
      answers: [
        { ...paper, answer_type: "text" },
        { ...paper, required: false },
      ],
    }),
  ).toBeNull();
});
