import { type Complaint, complain, ok } from "~/engine/entity";
import { addressesIn, isAddress } from "~/shared/addresses";

const MOST = 50;

/** What all attachments of a mail may have together: more is refused by most mail servers. */
export const MOST_MEGABYTES = 10;
const MEGABYTE = 1024 * 1024;

interface Addressed {
  recipient: string | null;
  cc: string | null;
  /** Only what people write is addressed by hand, and that is mail. */
  channel?: string;
}

/** Every address can be one, and there are not too many. */
export function receiversFit({ recipient, cc, channel = "email" }: Addressed): Complaint | null {
  if (channel !== "email") return ok;
  const [to, copies] = [addressesIn(recipient), addressesIn(cc)];
  if (to.length === 0) return complain("recipient", "请填写收件人");
  const isBad = (address: string) => !isAddress(address);
  const bad = to.find(isBad);
  if (bad !== undefined) return complain("recipient", `收件人“${bad}”不是有效的邮箱`);
  const badCopy = copies.find(isBad);
  if (badCopy !== undefined) return complain("cc", `抄送人“${badCopy}”不是有效的邮箱`);
  if (to.length > MOST) return complain("recipient", `一次最多${MOST}个收件人，请分几次发送`);
  return copies.length > MOST ? complain("cc", `一次最多${MOST}个抄送人，请分几次发送`) : ok;
}

/** Addresses that get a copy: those who get the mail itself get no second one. */
export function copiesIn({ recipient, cc }: Addressed): string[] {
  const to = new Set(addressesIn(recipient).map((address) => address.toLowerCase()));
  return addressesIn(cc).filter((address) => !to.has(address.toLowerCase()));
}

/** All attachments together are what mail servers take. */
export function attachmentsFit({ attachments }: { attachments: readonly { size: number }[] | null }): Complaint | null {
  const bytes = (attachments ?? []).reduce((sum, { size }) => sum + size, 0);
  return bytes > MOST_MEGABYTES * MEGABYTE ? complain("attachments", `附件总大小不能超过${MOST_MEGABYTES}MB`) : ok;
}
