import { type Complaint, complain, ok } from "~/engine/entity";

interface Deputy {
  owner_id: string;
  deputy_id: string;
  from_day: string;
  to_day: string;
}

export function deputyIsSomebodyElse({ owner_id, deputy_id }: Deputy): Complaint | null {
  return owner_id === deputy_id ? complain("deputy_id", "代理人不能是本人") : ok;
}

export function endsAfterStart({ from_day, to_day }: Deputy): Complaint | null {
  return to_day < from_day ? complain("to_day", "结束日不能早于开始日") : ok;
}
