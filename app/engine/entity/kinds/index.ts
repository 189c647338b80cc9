import type { KindName } from "../field";
import { choiceKind, yesNoKind } from "./choice";
import { dateKind, dateTimeKind } from "./date";
import { integerKind, moneyKind, numberKind, percentKind, priceKind, quantityKind } from "./decimal";
import { filesKind, picturesKind, singleFileKind } from "./file";
import type { Kind } from "./kind";
import { lineReferenceKind } from "./line-reference";
import { jsonKind, referenceKind } from "./reference";
import { emailKind, longTextKind, phoneKind, plainTextKind } from "./text";

const KINDS: Record<KindName, Kind> = {
  text: plainTextKind,
  longText: longTextKind,
  phone: phoneKind,
  email: emailKind,
  integer: integerKind,
  quantity: quantityKind,
  price: priceKind,
  money: moneyKind,
  percent: percentKind,
  number: numberKind,
  date: dateKind,
  dateTime: dateTimeKind,
  yesNo: yesNoKind,
  choice: choiceKind,
  reference: referenceKind,
  lineReference: lineReferenceKind,
  json: jsonKind,
  file: singleFileKind,
  files: filesKind,
  pictures: picturesKind,
};

/** The behaviour of a field. */
export function kindOf(field: { kind: KindName }): Kind {
  return KINDS[field.kind];
}
