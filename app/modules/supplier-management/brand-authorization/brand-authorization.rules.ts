import { type Complaint, complain, lineField, ok, type RuleFacts } from "~/engine/entity";
import { isCreditCode } from "~/shared/credit-code";

interface Link {
  grantor: string;
  grantee: string;
  valid_to: string;
  file: readonly unknown[] | null;
}
interface Authorization {
  producer_name: string;
  producer_uscc: string | null;
  valid_from: string;
  valid_to: string;
  chain: readonly Omit<Link, "file">[];
}

const same = (a: string, b: string) => a.replace(/\s+/g, "") === b.replace(/\s+/g, "");

/** An authorisation ends with the first of its links. */
export function effectiveEnd({ valid_to, chain }: Pick<Authorization, "valid_to" | "chain">): string {
  return [valid_to, ...chain.map((link) => link.valid_to)].sort()[0] ?? valid_to;
}

export function endsAfterStart({
  valid_from,
  valid_to,
}: Pick<Authorization, "valid_from" | "valid_to">): Complaint | null {
  return valid_to < valid_from ? complain("valid_to", "授权截止不能早于授权起始") : ok;
}

export function producerCodeFits({ producer_uscc }: Pick<Authorization, "producer_uscc">): Complaint | null {
  return producer_uscc === null || isCreditCode(producer_uscc)
    ? ok
    : complain("producer_uscc", "统一社会信用代码校验不通过，请核对；境外品牌方留空");
}

/**
 * Where the chain from the producer to the supplier breaks; null when it runs through.
 * @param supplierName whom the last link authorises; absent while nobody has asked for it yet
 */
export function brokenLink(
  { producer_name, chain }: Pick<Authorization, "producer_name" | "chain">,
  supplierName?: string,
): Complaint | null {
  if (chain.length === 0) return complain("chain", "请填写授权链：从品牌方到本供应商逐级填写");
  for (const [index, { grantor }] of chain.entries()) {
    const above = index === 0 ? producer_name : (chain[index - 1]?.grantee ?? "");
    if (!same(grantor, above))
      return complain(
        lineField("chain", index + 1, "grantor"),
        index === 0
          ? "授权链不完整：第1级授权方应为品牌方"
          : `授权链不完整：第${index + 1}级授权方与上一级被授权方不一致`,
      );
  }
  const last = chain.at(-1)?.grantee ?? "";
  return supplierName === undefined || same(last, supplierName)
    ? ok
    : complain(lineField("chain", chain.length, "grantee"), `授权链不完整：最后一级被授权方应为${supplierName}`);
}

/**
 * Each link is proven by a paper of its own, which stands in its row: papers of the head are beside the chain and prove none of it.
 * What the program takes over from elsewhere, it takes as it is.
 */
export function linksProven(
  { chain }: { chain: readonly Pick<Link, "file">[] },
  _input: unknown,
  _lines: unknown,
  { actorId }: Pick<RuleFacts, "actorId">,
): Complaint | null {
  const at = actorId === null ? -1 : chain.findIndex(({ file }) => (file ?? []).length === 0);
  return at < 0 ? ok : complain(lineField("chain", at + 1, "file"), `请上传第${at + 1}级的授权文件`);
}
