import {
  type AnyEntity,
  type Approval,
  choice,
  dateTime,
  defineEntity,
  type Field,
  type Fields,
  integer,
  lineSection,
  lines,
  longText,
  money,
  noSupplier,
  person,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { COMPARISONS, DECIDERS, ON_SELF, stepsCountUp, stepsSayWhom, timesNeedDeadline } from "./approval-flow.rules";

const read = ["query", "get", "export"] as const;

/** Kinds of documents that go through flows. */
export function approvable(entities: readonly AnyEntity[]): Record<string, string> {
  return Object.fromEntries(entities.flatMap(({ key, label, approval }) => (approval ? [[key, label]] : [])));
}

/** What conditions may look at, by path; the same path of several kinds of documents is one, under all their labels. */
function conditionFields(entities: readonly AnyEntity[]): Record<string, string> {
  const found = new Map<string, string[]>();
  const of = (key: string | undefined) => entities.find((one) => one.key === key);
  for (const entity of entities) {
    const approval: Approval<Fields, string> | undefined = entity.approval;
    for (const path of approval?.conditions ?? []) {
      const [own = "", through] = path.split(".");
      const field: Field | undefined = entity.fields[own];
      const beyond: Field | undefined = through ? of(field?.options.to)?.fields[through] : undefined;
      const label = through ? `${field?.options.label}的${beyond?.options.label}` : `${field?.options.label}`;
      const labels = found.get(path) ?? [];
      if (!labels.includes(label)) found.set(path, [...labels, label]);
    }
  }
  return Object.fromEntries([...found].map(([path, labels]) => [path, labels.join(" / ")]));
}

/** What conditions may look at, by the kind of document. */
function conditionsByDocument(entities: readonly AnyEntity[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    entities.flatMap(({ key, approval }: { key: string; approval?: Approval<Fields, string> }) =>
      approval ? [[key, approval.conditions]] : [],
    ),
  );
}

/**
 * Flows of approval: for which documents, under which conditions, who is asked in which order. What is typed here is a draft;
 * publishing makes a version of it, and cases run by the version they began with.
 * @param entities what there is to approve
 */
export function approvalFlowOf(entities: readonly AnyEntity[]) {
  return defineEntity({
    key: "system-management/approval-flow",
    label: "审批流程",
    kind: "register",
    purpose:
      "哪种单据在什么条件下要谁审批、先后顺序、时限和超时怎么办。发布后对之后提交的单据生效，已在审批的单据按原版本走完。",
    search: ["code", "name"],
    fields: {
      code: text({
        label: "流程编码",
        required: true,
        maxLength: 30,
        pattern: { expression: /^[A-Z][A-Z0-9_-]*$/, complaint: "编码仅大写字母、数字、下划线、短横线，以字母开头" },
        unique: "流程编码已存在",
      }),
      name: text({ label: "流程名称", required: true, maxLength: 60 }),
      document: choice({ label: "单据类型", required: true, choices: approvable(entities) }),
      priority: integer({
        label: "优先级",
        required: true,
        initial: 10,
        max: "999",
        help: "同一单据有几条流程都符合时，数字大的优先",
      }),
      published_version: integer({ label: "已发布版本", system: true }),
      published_at: dateTime({ label: "发布时间", system: true }),
      unpublished: yesNo({ label: "有未发布的修改", system: true }),
      remark: longText({ label: "说明", maxLength: 500 }),
    },
    lines: {
      conditions: lines({
        label: "适用条件",
        max: 10,
        fields: {
          field: choice({
            label: "条件项",
            required: true,
            choices: conditionFields(entities),
            of: { field: "document", values: conditionsByDocument(entities) },
          }),
          comparison: choice({ label: "比较", required: true, choices: COMPARISONS }),
          value: text({
            label: "值",
            required: true,
            maxLength: 200,
            help: "金额填数字；工厂、分类等填编码；选项填名称；「属于」用顿号分开",
          }),
        },
      }),
      steps: lines({
        label: "审批步骤",
        min: 1,
        max: 20,
        fields: {
          step_no: integer({ label: "步骤", required: true, min: "1", max: "20", help: "序号相同的同时审批" }),
          name: text({ label: "名称", required: true, maxLength: 40 }),
          decider: choice({ label: "审批方式", required: true, choices: DECIDERS }),
          person_id: person({ label: "审批人" }),
          role_id: reference("system-management/role", { label: "角色" }),
          system_name: text({ label: "外部系统", maxLength: 20 }),
          system_account: text({
            label: "外部审批人账号",
            maxLength: 60,
            help: "该系统中审批人的账号，写在链接和页面水印上；留空以系统名称代替",
          }),
          rule: choice({
            label: "几人通过",
            required: true,
            initial: "any",
            choices: { any: "任一人通过", all: "全部通过" },
          }),
          on_self: choice({ label: "遇到本人", required: true, initial: "superior", choices: ON_SELF }),
          min_amount: money({ label: "起用金额", help: "单据金额达到才要这一步" }),
          due_hours: integer({ label: "时限", unit: "小时", min: "1", max: "720" }),
          escalate: choice({
            label: "超时后",
            required: true,
            initial: "none",
            choices: { none: "只提醒", superior: "加请其直接上级审批" },
          }),
        },
      }),
    },
    rules: [stepsCountUp, stepsSayWhom, timesNeedDeadline],
    list: {
      columns: ["code", "name", "document", "priority", "published_version", "published_at", "unpublished", "state"],
      filters: ["code", "name", "document", "unpublished", "state"],
      sort: "code",
      rowActions: ["publish", "disable"],
      card: ["name", "document"],
    },
    form: [
      section("流程", ["code", "name", "document", "priority", "remark"]),
      lineSection("适用条件", "conditions"),
      lineSection("审批步骤", "steps"),
      section("发布", ["published_version", "published_at", "unpublished"]),
    ],
    states: { draft: "未启用", active: "启用", stopped: "已停用" },
    tones: { draft: "draft", active: "done", stopped: "closed" },
    editIn: ["draft", "active", "stopped"],
    copy: { leaveOut: ["published_version", "published_at", "unpublished"] },
    notes: ({ unpublished, published_version }) =>
      unpublished && published_version !== null ? [`有尚未发布的修改；现在生效的是第${published_version}版`] : [],
    transitions: {
      publish: {
        label: "发布",
        from: ["draft", "active", "stopped"],
        to: "active",
        by: ["system_admin"],
        right: "approval-flow.enable",
        tone: "plain",
        reason: "optional",
        confirm: "发布后提交的单据按这一版审批；已在审批中的单据按原版本走完。",
        effect: (work) => {
          work.set({
            published_version: (work.record.published_version ?? 0) + 1,
            published_at: work.now,
            unpublished: false,
          });
        },
      },
      disable: {
        label: "停用",
        from: ["active"],
        to: "stopped",
        by: ["system_admin"],
        right: "approval-flow.disable",
        reason: "optional",
        confirm: "停用后新提交的单据不再走这条流程；已在审批中的单据按原版本走完。",
      },
    },
    removableWhen: {
      where: { op: "null", column: "published_version" },
      otherwise: "发布过的流程不能删除，可以停用",
    },
    access: {
      suppliers: noSupplier,
      grants: { system_admin: "all", purchase_manager: read, supervisor: read, log_auditor: read },
    },
  });
}
