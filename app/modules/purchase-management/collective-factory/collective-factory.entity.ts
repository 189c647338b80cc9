import {
  choice,
  computed,
  date,
  dateTime,
  defineEntity,
  integer,
  lineSection,
  lines,
  longText,
  message,
  money,
  noSupplier,
  person,
  pointsAt,
  price,
  quantity,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { factorySaving } from "./collective-factory.rules";

const READ = ["query", "get", "export"] as const;
/** Brought by the inquiry: nobody types it. */
const given = { writeIn: [] } as const;
const system = { system: true } as const;
const PLANNER = { people: ["planner_id"], elseRoles: ["planner"] } as const;
const NAMED = ["number", "rfq_no", "title", "factory_id.name"] as const;

type Read = { text(column: (typeof NAMED)[number]): string };

const named = ({ text: shown }: Read) => ({
  rfq: shown("rfq_no"),
  title: shown("title"),
  factory: shown("factory_id.name"),
});

/** The part of one factory in an inquiry that bundles several: its planners see this and no other factory's (decision 0184). */
export const collectiveFactory = defineEntity({
  key: "purchase-management/collective-factory",
  label: "集采参与工厂",
  kind: "document",
  purpose: "集采询价发布后每个参与工厂一张：本厂的需求、退出申请与分配结果，计划员只看到自己工厂的。",
  number: "JCGC{YYYYMMDD}-{0001}",
  search: ["number", "rfq_no", "title"],
  removable: false,
  copy: false,
  editIn: [],
  fields: {
    // What a planner may know of the inquiry stands here: the inquiry itself is the buyers'.
    rfq_id: reference("purchase-management/rfq", { label: "询价单", required: true, ...given }),
    rfq_no: text({ label: "询价单号", required: true, maxLength: 40, ...given }),
    title: text({ label: "询价标题", required: true, maxLength: 100, ...given }),
    factory_id: reference("master-data/factory", { label: "工厂", required: true, ...given }),
    company_id: reference("master-data/company", { label: "公司", required: true, ...given }),
    buyer_id: person({ label: "采购员", required: true, ...given }),
    planner_id: person({ label: "计划员", help: "本厂采购计划的编制人；没有计划的为空", ...given }),
    deadline: dateTime({ label: "报价截止", required: true, ...given }),
    asked_by: person({ label: "申请退出人", ...system }),
    leave_reason: longText({ label: "退出原因", maxLength: 500, ...system }),
    left_at: dateTime({ label: "退出时间", ...system }),
    distributed_at: dateTime({ label: "分配时间", ...system }),
    saving: computed(money({ label: "集采节约额", help: "与本厂上次价相比，只计有上次价的物料，负数为增加" })),
  },
  lines: {
    items: lines({
      label: "本厂需求",
      min: 1,
      max: 100,
      fields: {
        rfq_line: integer({ label: "询价行", required: true }),
        material_id: reference("master-data/material", { label: "物料", required: true }),
        qty: quantity({ label: "数量", required: true, positive: true }),
        uom: choice({ label: "单位", required: true, dictionary: "uom" }),
        required_date: date({ label: "需求日期" }),
        last_price: price({ label: "本厂上次价", help: "含税" }),
      },
    }),
    results: lines({
      label: "分配结果",
      ...system,
      fields: {
        rfq_line: integer({ label: "询价行", required: true }),
        material_id: reference("master-data/material", { label: "物料", required: true }),
        supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
        qty: quantity({ label: "分到数量", required: true }),
        uom: choice({ label: "单位", required: true, dictionary: "uom" }),
        price: price({ label: "核定价", help: "含税" }),
        freight: price({ label: "运费", help: "每单位，含税" }),
        last_price: price({ label: "本厂上次价", help: "含税" }),
        alloc_note: text({ label: "分配明细", maxLength: 200 }),
      },
    }),
  },
  compute: { saving: factorySaving },
  list: {
    columns: ["number", "rfq_no", "title", "factory_id", "deadline", "saving", "distributed_at", "state"],
    filters: ["number", "rfq_no", "title", "factory_id", "items.material_id", "deadline", "state"],
    sort: "-number",
    toggles: { leaving_only: { label: "待同意退出", where: where.eq("state", "leaving") } },
    rowActions: ["leave", "consent"],
    card: ["title", "factory_id", "deadline", "saving"],
  },
  form: [
    section("基本信息", [
      "rfq_id",
      "rfq_no",
      "title",
      "factory_id",
      "company_id",
      "buyer_id",
      "planner_id",
      "deadline",
      "asked_by",
      "leave_reason",
      "left_at",
      "distributed_at",
      "saving",
    ]),
    lineSection("本厂需求", "items"),
    lineSection("分配结果", "results"),
  ],
  related: [pointsAt("rfq_id", { fact: "rfq_kind" })],
  states: { joined: "参与中", leaving: "待同意退出", left: "已退出", distributed: "已分配", ended: "已结束" },
  tones: { joined: "running", leaving: "waiting", left: "closed", distributed: "done", ended: "closed" },
  messages: [
    message({
      on: ["leave"],
      scenario: "collective.leaving",
      to: { roles: ["purchase_manager"], people: ["buyer_id"] },
      reads: NAMED,
      values: (facts) => ({ ...named(facts), reason: facts.reason }),
    }),
    message({
      on: ["consent", "refuse"],
      scenario: "collective.leave-decided",
      to: { people: ["planner_id", "buyer_id"], elseRoles: ["planner"] },
      reads: NAMED,
      values: (facts) => ({
        ...named(facts),
        decision: facts.transition === "consent" ? "同意退出" : "不同意退出",
        reason: facts.reason,
      }),
    }),
    message({
      on: ["receive"],
      scenario: "collective.distributed",
      to: PLANNER,
      reads: [...NAMED, "saving"],
      values: (facts) => ({ ...named(facts), saving: facts.text("saving") || "没有可比的上次价" }),
    }),
    message({
      on: ["end"],
      scenario: "collective.ended",
      to: PLANNER,
      reads: NAMED,
      values: (facts) => ({ ...named(facts), reason: facts.reason }),
    }),
  ],
  transitions: {
    leave: {
      label: "申请退出",
      decides: { not: "Asks; the purchase manager decides" },
      from: ["joined"],
      to: "leaving",
      by: ["planner", "buyer"],
      reason: "required",
      confirm:
        "集采询价已发布，退出需采购经理同意。同意后本厂的物料不再采购；占用的计划数量释放后可以另行寻源：由集采项目发起的，在项目分配结果时释放，其他的同意时释放。",
      effect: ({ set, reason, actor }) => set({ leave_reason: reason, asked_by: actor.id }),
      done: "已申请退出，待采购经理同意",
    },
    consent: {
      label: "同意退出",
      // The program made the document when the inquiry was published, in the name of who published it: that person may decide.
      decides: { not: "Who asked to leave is kept from it by `notBy`; nobody wrote the document" },
      notBy: ["asked_by"],
      notByRefusal: "不能处理本人提出的退出申请",
      from: ["leaving"],
      to: "left",
      by: ["purchase_manager"],
      tone: "primary",
      reason: "optional",
      confirm:
        "该工厂的询价行不再采购，还在报价的供应商会收到通知。占用的计划数量，由集采项目发起的在项目分配结果时退回采购计划，其他的立即释放。",
      effect: ({ set, now }) => set({ left_at: now }),
      done: "已同意退出",
    },
    refuse: {
      label: "不同意退出",
      decides: { not: "Who asked to leave is kept from it by `notBy`; nobody wrote the document" },
      notBy: ["asked_by"],
      notByRefusal: "不能处理本人提出的退出申请",
      from: ["leaving"],
      to: "joined",
      by: ["purchase_manager"],
      reason: "required",
      done: "已驳回退出申请",
    },
    receive: {
      label: "分配到工厂",
      decides: { not: "Tells what an approved price approval brought the factory" },
      from: ["joined"],
      to: "distributed",
      by: "system",
      input: { results: longText({ label: "分配结果", required: true, maxLength: 60000 }) },
      effect: ({ set, now }) => set({ distributed_at: now }),
    },
    end: { label: "集采结束", from: ["joined", "leaving"], to: "ended", by: "system", reason: "required" },
  },
  access: {
    suppliers: noSupplier,
    staff: { factory: "factory_id" },
    grants: {
      planner: READ,
      buyer: READ,
      purchase_manager: READ,
      leader: READ,
      supervisor: READ,
      system_admin: READ,
    },
  },
});
