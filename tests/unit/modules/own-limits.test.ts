import { expect, test } from "vitest";
import type { GateReason } from "~/modules/supplier-management/gate-exemption/gate-reason.rules";
import { ownLimits } from "~/modules/supplier-management/gate-exemption/own-limits.rules";

const reason = (more: Partial<GateReason>): GateReason => ({
  check: "certificate",
  severity: "refuse",
  text: "供应商【甲】的【营业执照】已过期，不能询价邀请",
  materialId: null,
  cure: { who: "采购经理", how: "内部办法，或申请临时放行" },
  document: null,
  exemption: null,
  fixed: false,
  final: false,
  rule: null,
  asksWhy: false,
  ...more,
});

test("同一原因合成一条，列出涉及的业务，以贵司称呼", () => {
  const text = "供应商【甲】的【营业执照】已过期，不能定标";
  const found = [
    { action: "rfq" as const, reasons: [reason({})] },
    { action: "award" as const, reasons: [reason({ text })] },
  ];
  expect(ownLimits("甲", found)).toEqual([
    {
      check: "certificate",
      severity: "refuse",
      actions: ["rfq", "award"],
      text: "贵司的【营业执照】已过期，不能询价邀请、定标",
      who: "贵司",
      how: "上传有效的证照，核验通过后恢复",
    },
  ]);
});

test("放行单、冻结单号和终止的缘由不告诉供应商；限制在提醒之前", () => {
  const told = ownLimits("甲", [
    {
      action: "release",
      reasons: [
        reason({
          check: "source",
          severity: "warn",
          text: "物料【M】在供应商【甲】的货源已暂停；已临时放行（LSFX1，至2025-04-01）",
        }),
        reason({ check: "freeze", text: "供应商【甲】已被冻结（全部范围），不能下达订单，冻结单【DJ1】" }),
        reason({ check: "stage", text: "供应商【甲】已列入黑名单，不能下达订单", isOver: true }),
      ],
    },
  ]);
  expect(told.map(({ text }) => text)).toEqual([
    "贵司已被冻结（全部范围），不能下达订单",
    "贵司与我方的合作已终止，不能下达订单",
    "物料【M】在贵司的货源已暂停",
  ]);
});

test("拦住下达的型检不再作为提醒说第二遍", () => {
  const inspection = (severity: "refuse" | "warn", text: string) =>
    reason({ check: "type_inspection", severity, text, materialId: "m" });
  const told = ownLimits("甲", [
    { action: "award", reasons: [inspection("warn", "供应商【甲】物料【M】型式检验报告已超期20天")] },
    {
      action: "release",
      reasons: [inspection("refuse", "供应商【甲】物料【M】型式检验报告已超期20天，采购订单不能释放")],
    },
  ]);
  expect(told.map(({ severity, actions }) => [severity, actions])).toEqual([["refuse", ["release"]]]);
});
