import { expect, test } from "vitest";
import type { GateReason } from "~/modules/supplier-management/gate-exemption/gate-reason.rules";
import { ownLimits } from "~/modules/supplier-management/gate-exemption/own-limits.rules";

const reason = (more: Partial<GateReason>): GateReason => ({
  check: "certificate",
  severity: "refuse",
  text: "供应商【甲】的【营业执照】已过期，不能询价邀请",
  told: { fact: "您的【营业执照】已过期", stops: true },
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

test("同一原因合成一条，列出涉及的业务，以您称呼", () => {
  const found = [
    { action: "rfq" as const, reasons: [reason({})] },
    { action: "award" as const, reasons: [reason({})] },
  ];
  expect(ownLimits(found)).toEqual([
    {
      check: "certificate",
      severity: "refuse",
      actions: ["rfq", "award"],
      text: "您的【营业执照】已过期，不能询价邀请、定标",
      who: "您",
      how: "上传有效的证照，核验通过后恢复",
    },
  ]);
});

test("只说写给供应商的话；不能说的只告知不能办理，只提醒的不提；终止的缘由不说；限制在提醒之前", () => {
  const limits = ownLimits([
    {
      action: "release",
      reasons: [
        reason({ check: "source", severity: "warn", told: { fact: "物料【M】在您处的货源已暂停", stops: true } }),
        reason({ check: "freeze", told: { fact: "您已被冻结（全部范围）", stops: true } }),
        reason({ check: "stage", told: { fact: "您已列入黑名单", stops: true }, isOver: true }),
        reason({ check: "risk", told: null }),
        reason({ check: "grade", severity: "warn", told: null }),
      ],
    },
  ]);
  expect(limits.map(({ text }) => text)).toEqual([
    "您已被冻结（全部范围），不能下达订单",
    "您与我方的合作已终止，不能下达订单",
    "您目前不能下达订单",
    "物料【M】在您处的货源已暂停",
  ]);
  expect(JSON.stringify(limits)).not.toContain("供应商【");
});

test("拦住下达的型检不再作为提醒说第二遍，句子自己说明后果", () => {
  const inspection = (severity: "refuse" | "warn", fact: string) =>
    reason({ check: "type_inspection", severity, told: { fact, stops: false }, materialId: "m" });
  const limits = ownLimits([
    { action: "award", reasons: [inspection("warn", "您的物料【M】型式检验报告已超期20天")] },
    {
      action: "release",
      reasons: [inspection("refuse", "您的物料【M】型式检验报告已超期20天，采购订单不能释放")],
    },
  ]);
  expect(limits).toMatchObject([
    { severity: "refuse", actions: ["release"], text: "您的物料【M】型式检验报告已超期20天，采购订单不能释放" },
  ]);
});
