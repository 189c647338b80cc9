import { describe, expect, test } from "vitest";
import {
  amountStated,
  endsAfterStart,
  notYetOver,
  notYetRunning,
  supplementHasMain,
} from "~/modules/contract-management/contract/contract.rules";

describe("合同", () => {
  test("结束不能早于开始，同一天可以", () => {
    expect(endsAfterStart({ start_date: "2025-01-01", end_date: "2025-01-01" })).toBeNull();
    expect(endsAfterStart({ start_date: "2025-01-02", end_date: "2025-01-01" })).toEqual({
      field: "end_date",
      message: "合同结束日期不能早于开始日期",
    });
  });

  test("固定金额和上限要填金额，不限金额可以不填", () => {
    expect(amountStated({ amount_mode: "fixed", total_amount: null })?.message).toBe("请填写合同金额");
    expect(amountStated({ amount_mode: "ceiling", total_amount: null })?.field).toBe("total_amount");
    expect(amountStated({ amount_mode: "open", total_amount: null })).toBeNull();
    expect(amountStated({ amount_mode: "fixed", total_amount: "1.00" })).toBeNull();
  });

  test("补充协议要有主合同", () => {
    expect(supplementHasMain({ contract_type: "supplement", parent_id: null })?.message).toBe("补充协议必须选择主合同");
    expect(supplementHasMain({ contract_type: "supplement", parent_id: "x" })).toBeNull();
    expect(supplementHasMain({ contract_type: "framework", parent_id: null })).toBeNull();
  });

  test("开始当天生效，结束当天仍有效", () => {
    const contract = { start_date: "2025-03-01", end_date: "2025-08-31" };
    expect(notYetRunning(contract, "2025-02-28")).toBe("合同自2025-03-01起生效，尚未到开始日期");
    expect(notYetRunning(contract, "2025-03-01")).toBeNull();
    expect(notYetOver(contract, "2025-08-31")).toBe("合同有效至2025-08-31，尚未到期");
    expect(notYetOver(contract, "2025-09-01")).toBeNull();
  });
});
