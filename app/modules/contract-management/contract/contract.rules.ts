import { type Complaint, complain, ok } from "~/engine/entity";

interface DatedContract {
  start_date: string;
  end_date: string;
}

/** A contract ends on the day it starts or later; both days belong to it. */
export function endsAfterStart({ start_date, end_date }: DatedContract): Complaint | null {
  return end_date < start_date ? complain("end_date", "合同结束日期不能早于开始日期") : ok;
}

/** A fixed amount and a ceiling have to be stated; only an open contract goes without. */
export function amountStated({
  amount_mode,
  total_amount,
}: {
  amount_mode: string;
  total_amount: string | null;
}): Complaint | null {
  return amount_mode !== "open" && total_amount === null ? complain("total_amount", "请填写合同金额") : ok;
}

/** A supplement adds to a main contract. */
export function supplementHasMain({
  contract_type,
  parent_id,
}: {
  contract_type: string;
  parent_id: string | null;
}): Complaint | null {
  return contract_type === "supplement" && parent_id === null ? complain("parent_id", "补充协议必须选择主合同") : ok;
}

/** Why a signed contract does not take effect on this day; null when it does. */
export function notYetRunning({ start_date }: { start_date: unknown }, today: string): string | null {
  return typeof start_date === "string" && start_date > today ? `合同自${start_date}起生效，尚未到开始日期` : null;
}

/** Why a contract is not over on this day; its last day still belongs to it. */
export function notYetOver({ end_date }: { end_date: unknown }, today: string): string | null {
  return typeof end_date === "string" && end_date >= today ? `合同有效至${end_date}，尚未到期` : null;
}
