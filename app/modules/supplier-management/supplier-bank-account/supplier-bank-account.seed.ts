import { seedOf } from "~/engine/entity/seed";
import { demoBankAccounts } from "./supplier-bank-account.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-management/supplier-bank-account",
  least: {
    needs: ["supplier-management/supplier"],
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      bank_name: "样例银行样例支行",
      cnaps: "102000000001",
      account_name: "样例户名",
      account_no: `62220000${String(serial).padStart(8, "0")}`,
      name_reason: "样例",
    }),
  },
  rows: {
    names: ["accountA", "accountB"],
    target: "accountA",
    async make({ add, at, move }) {
      for (const [mail, label, account_no] of [
        ["A", "甲", "6222000011112222"],
        ["B", "乙", "6222000033334444"],
      ] as const) {
        const bank = { bank_name: "测试银行", cnaps: "102000000001", account_name: `${label}供应商` };
        await add(`account${mail}`, { supplier_id: at(`supplier${mail}`), ...bank, account_no });
        await move(`account${mail}`, "confirm", { reason: "已核实" });
      }
    },
  },
  demo: demoBankAccounts,
});
