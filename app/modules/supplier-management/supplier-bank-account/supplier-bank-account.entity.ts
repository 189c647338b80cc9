import {
  computed,
  dateTime,
  defineEntity,
  files,
  ownSupplier,
  pointsAt,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { tailOf } from "./supplier-bank-account.rules";

const read = ["query", "get", "export"] as const;
const keepers = ["finance", "finance_lead"] as const;

/**
 * Accounts a supplier is paid to, in versions: what was confirmed is never typed over, another account takes its place and names
 * the one before (ruling 52). The whole number is for those who pay, and for the supplier itself.
 */
export const supplierBankAccount = defineEntity({
  key: "supplier-management/supplier-bank-account",
  label: "供应商银行账户",
  kind: "document",
  purpose: "付款用的供应商银行账户：由另一名同事确认后生效，变更后72小时内付款须财务复核。",
  title: ["bank_name", "account_tail"],
  search: ["bank_name", "account_name", "supplier_id"],
  fields: {
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
    bank_name: text({ label: "开户行", required: true, maxLength: 80 }),
    cnaps: text({
      label: "联行号",
      required: true,
      pattern: { expression: /^\d{12}$/, complaint: "联行号为12位数字，请核对" },
    }),
    account_name: text({ label: "户名", required: true, maxLength: 100 }),
    account_no: text({
      label: "银行账号",
      required: true,
      pattern: { expression: /^\d(?: ?\d){7,29}$/, complaint: "银行账号为8至30位数字，请核对" },
      readBy: ["finance", "finance_lead", "cashier", "supplier_admin"],
      mask: { head: 0, tail: 4, in: "lists" },
    }),
    account_tail: computed(text({ label: "账号尾号" })),
    name_reason: text({
      label: "户名不一致说明",
      maxLength: 200,
      help: "户名与供应商名称不一致时必填，如农户个人账户",
    }),
    proof: files({ label: "开户证明", accept: ["pdf", "picture"], help: "开户许可证或加盖公章的银行证明" }),
    is_default: yesNo({ label: "默认账户", system: true }),
    replaces_id: reference("supplier-management/supplier-bank-account", { label: "替换的账户", system: true }),
    effective_at: dateTime({ label: "生效时间", system: true }),
    cooling_until: dateTime({ label: "复核期至", system: true, help: "此前付款须财务再次确认" }),
    disabled_at: dateTime({ label: "停用时间", system: true }),
  },
  compute: { account_tail: tailOf },
  list: {
    columns: ["bank_name", "account_tail", "supplier_id", "account_name", "is_default", "effective_at", "state"],
    filters: ["supplier_id", "bank_name", "account_name", "is_default", "state"],
    sort: "-created_at",
    toggles: { cooling_only: { label: "付款须复核", where: where.coming("cooling_until", "now") } },
    rowActions: ["confirm"],
    card: ["supplier_id", "account_tail", "is_default"],
  },
  form: [
    section("账户", ["supplier_id", "bank_name", "cnaps", "account_name", "account_no", "account_tail", "name_reason"]),
    section("证明材料", ["proof"]),
    section("生效", ["is_default", "effective_at", "cooling_until", "replaces_id", "disabled_at"]),
  ],
  states: { pending: "待确认", valid: "有效", disabled: "停用" },
  tones: { pending: "waiting", valid: "done", disabled: "closed" },
  copy: false,
  tellsNobody: {
    confirm:
      "Whoever entered the account sees in the file of the supplier that it is in force; payments ask again for 72 hours",
  },
  transitions: {
    confirm: {
      label: "确认",
      decides: "accepts",
      from: ["pending"],
      to: "valid",
      by: keepers,
      tone: "primary",
      notByRefusal: "银行账户须由登记人以外的同事确认",
      acknowledge: true,
      reason: "required",
      reasonLabel: "核实说明",
      confirm: "请先用预留电话与供应商核实。确认后可以向该账户付款，72小时内的付款须再次复核。",
      done: "账户已生效",
    },
    /** Two people agreed on the change it came with. */
    take_effect: { label: "随变更单生效", from: ["pending"], to: "valid", by: "system", reason: "optional" },
    make_default: {
      label: "设为默认",
      from: ["valid"],
      to: "same",
      by: keepers,
      reason: "optional",
      offered: { when: ({ is_default }) => !is_default, otherwise: "该账户已是默认账户" },
      confirm: "付款时默认使用该账户，原来的默认账户仍然有效。",
      effect: (work) => work.set({ is_default: true }),
    },
    drop_default: {
      label: "不再默认",
      from: ["valid"],
      to: "same",
      by: "system",
      effect: (work) => work.set({ is_default: false }),
    },
    disable: {
      label: "停用",
      decides: { not: "Takes an account out of use; nothing comes into force" },
      from: ["pending", "valid"],
      to: "disabled",
      by: keepers,
      tone: "danger",
      reason: "required",
      confirm: "停用后不能再向该账户付款，也不能恢复；需要时请重新登记。",
      effect: (work) => work.set({ disabled_at: work.now, is_default: false }),
    },
  },
  related: [pointsAt("supplier_id"), pointsAt("replaces_id", { fact: "account_tail" })],
  access: {
    suppliers: ownSupplier("supplier_id"),
    suppliersMayWrite: [],
    grants: {
      finance: ["add", "edit", "delete", ...read],
      finance_lead: ["add", "edit", "delete", ...read],
      cashier: read,
      buyer: read,
      purchase_manager: read,
      master_data: read,
      system_admin: read,
      leader: read,
      supervisor: read,
      supplier: read,
    },
  },
});
