import { choice, date, defineEntity, type Grants, longText, noSupplier, person, section, yesNo } from "~/engine/entity";
import { where } from "~/shared/condition";
import { deputyIsSomebodyElse, endsAfterStart } from "./approval-deputy.rules";

const own = ["add", "edit", "delete", "query", "get"] as const;
/** Whoever may be asked for approval sets who stands in while away. */
const grants: Grants = {
  system_admin: "all",
  purchase_manager: own,
  leader: own,
  finance_lead: own,
  qa_manager: own,
  legal: own,
  seal_admin: own,
  supervisor: ["query", "get"],
};

/** @param documents kinds of documents that are approved, by entity key */
export function approvalDeputyOf(documents: Readonly<Record<string, string>>) {
  return defineEntity({
    key: "system-management/approval-deputy",
    label: "审批代理",
    kind: "register",
    purpose: "外出期间由谁代为审批。代理人以自己的权限处理，审批记录写明代谁审批。",
    number: "DL{YYYYMMDD}-{0001}",
    search: ["number", "owner_id", "deputy_id"],
    fields: {
      owner_id: person({ label: "被代理人", required: true, initial: "me" }),
      deputy_id: person({ label: "代理人", required: true }),
      from_day: date({ label: "开始日", required: true, initial: "today" }),
      to_day: date({ label: "结束日", required: true, help: "当天仍有效" }),
      document: choice({ label: "单据类型", choices: documents, help: "留空为所有单据" }),
      enabled: yesNo({ label: "启用", initial: true }),
      remark: longText({ label: "说明", maxLength: 200 }),
    },
    rules: [deputyIsSomebodyElse, endsAfterStart],
    list: {
      columns: ["number", "owner_id", "deputy_id", "from_day", "to_day", "document", "enabled"],
      filters: ["number", "owner_id", "deputy_id", "from_day", "to_day", "enabled"],
      sort: "-from_day",
    },
    form: [section("代理", ["owner_id", "deputy_id", "from_day", "to_day", "document", "enabled", "remark"])],
    access: {
      suppliers: noSupplier,
      personal: {
        where: where.any(where.mine("owner_id"), where.mine("deputy_id")),
        unless: "approval-deputy-all.get",
      },
      rights: {
        "approval-deputy-all": {
          label: "管理所有人的审批代理",
          grants: { system_admin: ["get", "edit"], supervisor: ["get"] },
        },
      },
      grants,
    },
  });
}
