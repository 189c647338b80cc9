import { type Complaint, complain, ok } from "~/engine/entity";

const MOST = 50;
const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** The addresses somebody typed, each once, in order. */
export function addressesIn(typed: string): string[] {
  return [...new Set(typed.split(/[\s,，;；、]+/).filter((part) => part !== ""))];
}

/** Every address can be one, and there are not too many. */
export function receiversFit({ recipient }: { recipient: string }): Complaint | null {
  const addresses = addressesIn(recipient ?? "");
  if (addresses.length === 0) return complain("recipient", "请填写收件人");
  const bad = addresses.find((address) => !ADDRESS.test(address) || address.length > 254);
  if (bad !== undefined) return complain("recipient", `收件人“${bad}”不是有效的邮箱`);
  return addresses.length > MOST ? complain("recipient", `一次最多${MOST}个收件人，请分几次发送`) : ok;
}
