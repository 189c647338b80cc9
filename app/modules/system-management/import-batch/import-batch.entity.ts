import {
  choice,
  dateTime,
  defineEntity,
  integer,
  longText,
  ownSupplier,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";

const system = true;
const count = (label: string) => integer({ label, required: true, system, initial: 0 });
const counts = ["total_count", "insert_count", "update_count", "same_count", "fail_count", "done_count"] as const;

/** One file of records somebody imports: looked at first, carried out when the person says so. */
export const importBatch = defineEntity({
  key: "system-management/import-batch",
  label: "导入批次",
  kind: "log",
  purpose: "从文件导入的每一批记录：先检查，核对后导入，每一行的结果和错误都有记录。",
  number: "DR{YYYYMMDD}-{00001}",
  removable: false,
  copy: false,
  fields: {
    supplier_id: reference("supplier-management/supplier", { label: "供应商", system: true }),
    target: text({ label: "页面标识", required: true, system, maxLength: 100 }),
    target_label: text({ label: "导入到", required: true, system, maxLength: 100 }),
    file_name: text({ label: "文件名", system, maxLength: 200 }),
    mode: choice({
      label: "有错误时",
      required: true,
      system,
      initial: "all",
      choices: { all: "全部不导入", good: "只导入没有错误的" },
    }),
    started_at: dateTime({ label: "开始时间", system }),
    ended_at: dateTime({ label: "结束时间", system }),
    total_count: count("总数"),
    insert_count: count("新建"),
    update_count: count("修改"),
    same_count: count("无变化"),
    fail_count: count("有错误"),
    done_count: count("已导入"),
    message: longText({ label: "说明", system }),
  },
  list: {
    columns: ["number", "target_label", "file_name", "created_by", "created_at", ...counts, "state"],
    filters: ["number", "target_label", "created_at", "state"],
    sort: "-created_at",
    card: ["target_label", "total_count", "fail_count", "created_at"],
  },
  form: [
    section("批次", ["supplier_id", "target_label", "file_name", "mode", "started_at", "ended_at", "message"]),
    section("结果", [...counts]),
  ],
  states: {
    checking: "检查中",
    checked: "待导入",
    running: "导入中",
    success: "成功",
    partial: "部分导入",
    failed: "未导入",
    cancelled: "已放弃",
  },
  tones: {
    checking: "running",
    checked: "waiting",
    running: "running",
    success: "done",
    partial: "warning",
    failed: "refused",
    cancelled: "closed",
  },
  editIn: [],
  notes: ({ state, mode, fail_count, insert_count, update_count }) => {
    if (state === "checking") return ["文件还在检查：可以离开，检查完会通知您，也可以现在继续检查"];
    if (state !== "checked") return [];
    if ((insert_count ?? 0) + (update_count ?? 0) === 0)
      return ["没有可以导入的记录：请下载有错误的行，改好后重新上传"];
    return mode === "all" && (fail_count ?? 0) > 0
      ? [`有${fail_count}条记录有错误，按「全部不导入」不能执行：请下载有错误的行，改好后连同其余记录重新上传`]
      : [];
  },
  transitions: {
    check: { label: "检查完毕", from: ["checking"], to: "checked", by: "system" },
    start: { label: "导入", from: ["checked"], to: "running", by: "system" },
    finish: { label: "全部导入", from: ["running"], to: "success", by: "system" },
    finish_partly: { label: "部分导入", from: ["running"], to: "partial", by: "system" },
    fail: { label: "未导入", from: ["checking", "running"], to: "failed", by: "system" },
    discard: {
      label: "放弃",
      from: ["checking", "checked"],
      to: "cancelled",
      by: [
        "system_admin",
        "user_admin",
        "purchase_manager",
        "buyer",
        "planner",
        "qa",
        "qa_manager",
        "warehouse",
        "finance",
        "master_data",
        "legal",
        "supplier",
      ],
      right: "import-batch.import",
      tone: "danger",
      confirm: "放弃后这批记录不再导入，文件内容一并清除。",
    },
  },
  access: {
    // As with staff, a file is the business of whoever sent it, not of the colleagues.
    suppliers: ownSupplier("supplier_id", where.mine("created_by")),
    suppliersMayWrite: ["message", "started_at", "ended_at", ...counts],
    personal: { where: where.mine("created_by"), unless: "import-batch-all.get" },
    rights: {
      "import-batch-all": {
        label: "查看所有人的导入批次",
        grants: { system_admin: ["get"], log_auditor: ["get"] },
      },
    },
    grants: {
      system_admin: ["query", "get", "import", "export"],
      log_auditor: ["query", "get", "export"],
      user_admin: ["query", "get", "import"],
      purchase_manager: ["query", "get", "import"],
      buyer: ["query", "get", "import"],
      planner: ["query", "get", "import"],
      qa: ["query", "get", "import"],
      qa_manager: ["query", "get", "import"],
      warehouse: ["query", "get", "import"],
      finance: ["query", "get", "import"],
      master_data: ["query", "get", "import"],
      legal: ["query", "get", "import"],
      supplier: ["query", "get", "import"],
    },
  },
});
