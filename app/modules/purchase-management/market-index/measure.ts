import { choiceLabel } from "~/engine/entity/dictionary";

/** What the values of a series are in, as people read it: 「CNY/吨」. */
export function measureText({ currency, uom }: { currency: string; uom: string }): string {
  return `${currency}/${choiceLabel({ label: "单位", dictionary: "uom" }, uom)}`;
}
