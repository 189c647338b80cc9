import type { RecordChart } from "~/engine/entity/server-hooks";
import type { FacetRow } from "~/engine/operations/facets.server";
import { where } from "~/shared/condition";
import {
  type FilePart,
  leading,
  leftCell,
  ofSupplier,
  stateCell,
  tablePart,
  tableSection,
  textCell,
  valueCell,
} from "./file-part.server";

export const CERTIFICATE = "supplier-management/supplier-certificate";
const SITE = "supplier-management/supplier-site";
const ACCOUNT = "supplier-management/supplier-bank-account";
export const CHANGE = "supplier-management/supplier-change";
export const SOURCE = "base-data/source-data";
export const AUDIT = "supplier-management/supplier-audit";
export const CORRECTION = "supplier-audit/corrective-action";
export const FREEZE = "supplier-performance/supplier-freeze";
export const RISK = "supplier-management/risk-event";
export const CONTRACT = "contract-management/contract";
export const BRAND = "supplier-management/brand-authorization";

/** Certificates that count, prove something no more, or wait. */
export const IN_USE = ["valid", "renewing", "expired"];

export const certificates = tablePart({
  title: "资质证照",
  facet: (at) => ({
    entity: CERTIFICATE,
    columns: ["certificate_name", "certificate_no", "valid_to", "state"],
    where: ofSupplier(at, where.oneOf("state", [...IN_USE, "pending", "rejected"])),
    sort: "valid_to",
    limit: 100,
  }),
  columns: {
    证照名称: (row, { context }) =>
      leading(context, CERTIFICATE, row.id, row.certificate_name ?? row.certificate_no ?? ""),
    证照编号: (row) => textCell(row.certificate_no),
    有效期至: (row) => textCell(row.valid_to),
    剩余天数: (row, at) => (IN_USE.includes(row.state ?? "") ? leftCell(at, row.valid_to) : textCell("")),
    状态: (row, { context }) => stateCell(context, CERTIFICATE, row.state),
  },
});

export const sites = tablePart({
  title: "生产基地",
  facet: (at) => ({
    entity: SITE,
    columns: ["name", "address", "sc_no"],
    where: ofSupplier(at, where.eq("enabled", true)),
    sort: "name",
    limit: 50,
  }),
  columns: {
    基地名称: (row, { context }) => leading(context, SITE, row.id, row.name ?? ""),
    地址: (row) => textCell(row.address),
    食品生产许可证编号: (row) => textCell(row.sc_no),
  },
});

export const accounts = tablePart({
  title: "银行账户",
  facet: (at) => ({
    entity: ACCOUNT,
    columns: ["bank_name", "account_name", "account_tail", "is_default", "state"],
    where: ofSupplier(at, where.oneOf("state", ["pending", "valid"])),
    sort: "-is_default",
  }),
  columns: {
    开户行: (row, { context }) => leading(context, ACCOUNT, row.id, row.bank_name ?? ""),
    户名: (row) => textCell(row.account_name),
    银行账号: (row) => textCell(row.account_tail),
    默认账户: (row) => textCell(row.is_default === "true" ? "默认" : ""),
    状态: (row, { context }) => stateCell(context, ACCOUNT, row.state),
  },
});

export const changes = tablePart({
  title: "进行中的变更",
  facet: (at) => ({
    entity: CHANGE,
    columns: ["number", "section", "due_date", "state"],
    where: ofSupplier(at, where.oneOf("state", ["draft", "invited", "pending", "second", "returned"])),
    sort: "number",
  }),
  columns: {
    变更单: (row, { context }) => leading(context, CHANGE, row.id, row.number ?? ""),
    变更内容: (row, { context }) => valueCell(context, CHANGE, "section", row.section),
    要求完成日期: (row) => textCell(row.due_date),
    状态: (row, { context }) => stateCell(context, CHANGE, row.state),
  },
});

export const sources = tablePart({
  title: "供货清单",
  facet: (at) => ({
    entity: SOURCE,
    columns: ["number", "material_id", "factory_id", "tier", "effective_to", "state"],
    where: ofSupplier(at, where.oneOf("state", ["trial", "active", "suspended"])),
    sort: "number",
    limit: 100,
  }),
  columns: {
    物料: (row, { context }) => leading(context, SOURCE, row.id, row.material_id__label ?? row.number ?? ""),
    收货工厂: (row) => textCell(row.factory_id__label),
    供应定位: (row, { context }) => valueCell(context, SOURCE, "tier", row.tier),
    失效日期: (row) => textCell(row.effective_to ?? "长期有效"),
    状态: (row, { context }) => stateCell(context, SOURCE, row.state),
  },
});

export const contracts = tablePart({
  title: "合同",
  facet: (at) => ({
    entity: CONTRACT,
    columns: ["number", "start_date", "end_date", "state"],
    where: ofSupplier(at),
    sort: "-end_date",
    limit: 10,
  }),
  columns: {
    合同: (row, { context }) => leading(context, CONTRACT, row.id, row.number ?? ""),
    开始日期: (row) => textCell(row.start_date),
    结束日期: (row) => textCell(row.end_date),
    状态: (row, { context }) => stateCell(context, CONTRACT, row.state),
  },
});

const OPEN_CORRECTIONS = ["issued", "contained", "submitted", "returned", "verifying"];

/** Audits and what came of them: those that are open, then the latest. */
export const auditsAndCorrections: FilePart = {
  facets: (at) => ({
    audits: {
      entity: AUDIT,
      columns: ["number", "audit_type", "plan_date", "score", "conclusion", "state"],
      where: ofSupplier(at, where.not(where.eq("state", "cancelled"))),
      sort: "-plan_date",
      limit: 10,
    },
    open: {
      entity: CORRECTION,
      columns: ["number", "title", "severity", "report_due", "state"],
      where: ofSupplier(at, where.oneOf("state", OPEN_CORRECTIONS)),
      sort: "report_due",
    },
    closed: {
      entity: CORRECTION,
      columns: ["number", "title", "severity", "closed_on", "state"],
      where: ofSupplier(at, where.eq("state", "closed")),
      sort: "-closed_on",
      limit: 5,
    },
  }),
  draw({ context }, rows) {
    const audit = (name: string, value: string | null | undefined) => valueCell(context, AUDIT, name, value).text;
    return [
      tableSection(
        "审核与整改",
        ["单据", "类别", "内容", "日期", "状态"],
        [
          ...rows("audits").map(
            (row) =>
              [
                row.id ?? "",
                leading(context, AUDIT, row.id, row.number ?? ""),
                textCell(audit("audit_type", row.audit_type)),
                // The score of a running audit is not yet one.
                textCell(
                  row.conclusion
                    ? [row.score ? `${row.score}分` : "", audit("conclusion", row.conclusion)].join(" ").trim()
                    : "",
                ),
                textCell(row.plan_date),
                stateCell(context, AUDIT, row.state),
              ] as const,
          ),
          ...[...rows("open"), ...rows("closed")].map(
            (row) =>
              [
                row.id ?? "",
                leading(context, CORRECTION, row.id, row.number ?? ""),
                textCell(`整改（${valueCell(context, CORRECTION, "severity", row.severity).text}）`),
                textCell(row.title),
                textCell(row.closed_on ?? (row.report_due ? `${row.report_due}前` : "")),
                stateCell(context, CORRECTION, row.state),
              ] as const,
          ),
        ],
      ),
      ...scoreChart(rows("audits")),
    ];
  },
};

/** How audits went one after the other; one alone is no way. */
function scoreChart(audits: readonly FacetRow[]): RecordChart[] {
  const scored = audits.filter(({ score, conclusion }) => score && conclusion).reverse();
  if (scored.length < 2) return [];
  return [
    {
      kind: "chart",
      title: "审核得分",
      chart: {
        kind: "line",
        caption: "历次审核得分",
        axis: "审核日期",
        unit: "分",
        labels: scored.map(({ plan_date }) => plan_date ?? ""),
        series: [{ label: "得分", values: scored.map(({ score }) => score ?? "0") }],
      },
    },
  ];
}

export const freezes = tablePart({
  title: "冻结记录",
  facet: (at) => ({
    entity: FREEZE,
    columns: ["number", "freeze_type", "actions_text", "effective_from", "release_date", "ended_on", "state"],
    where: ofSupplier(at, where.oneOf("state", ["scheduled", "effective", "released"])),
    sort: "-effective_from",
    limit: 10,
  }),
  columns: {
    单据: (row, { context }) => leading(context, FREEZE, row.id, row.number ?? ""),
    类型: (row, { context }) => valueCell(context, FREEZE, "freeze_type", row.freeze_type),
    冻结业务: (row) => textCell(row.actions_text),
    生效日期: (row) => textCell(row.effective_from),
    解冻日期: (row) => textCell(row.ended_on ?? (row.release_date ? `计划${row.release_date}` : "")),
    状态: (row, { context }) => stateCell(context, FREEZE, row.state),
  },
});

/** Our judgement of a supplier, which it never sees. */
export const risks = tablePart({
  title: "风险",
  staffOnly: true,
  facet: (at) => ({
    entity: RISK,
    columns: ["number", "title", "category", "level", "occurred_on", "state"],
    where: ofSupplier(at, where.oneOf("state", ["new", "confirmed", "handling"])),
    sort: "-occurred_on",
  }),
  columns: {
    风险事件: (row, { context }) => leading(context, RISK, row.id, row.number ?? ""),
    类别: (row, { context }) => valueCell(context, RISK, "category", row.category),
    内容: (row) => textCell(row.title),
    风险等级: (row, { context }) => valueCell(context, RISK, "level", row.level),
    发生日期: (row) => textCell(row.occurred_on),
    状态: (row, { context }) => stateCell(context, RISK, row.state),
  },
});
