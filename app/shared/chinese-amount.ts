import { decimal } from "./decimal";

const DIGITS = ["零", "壹", "贰", "叁", "肆", "伍", "陆", "柒", "捌", "玖"];
const PLACES = ["", "拾", "佰", "仟"];
/** Every four places; the largest amount of the database has sixteen. */
const GROUPS = ["", "万", "亿", "兆", "京"];
const MOST_PLACES = PLACES.length * GROUPS.length;

/**
 * An amount in capital figures, as orders, contracts and receipts carry it beside the number (rules of the People's Bank
 * for payment documents). 兆 is 万亿. Exact: nothing is rounded.
 * @example chineseAmount("12345.67") // "壹万贰仟叁佰肆拾伍元陆角柒分"
 * @throws Error for more than two decimals or more than twenty places
 */
export function chineseAmount(amount: string): string {
  const value = decimal(amount);
  const [whole = "0", cents = ""] = value.abs().toFixed().split(".");
  const [tenths = 0, hundredths = 0] = [...cents].map(Number);
  if (cents.length > 2 || whole.length > MOST_PLACES) throw new Error(`"${amount}" cannot be written in capitals`);
  if (value.eq(0)) return "零元整";
  const yuan = whole === "0" ? "" : `${wholeText(whole)}元`;
  return (value.lt(0) ? "负" : "") + yuan + centsText(yuan !== "", tenths, hundredths);
}

function centsText(afterYuan: boolean, tenths: number, hundredths: number): string {
  if (tenths === 0 && hundredths === 0) return "整";
  // 壹元零伍分: a missing place between two others is said.
  const tenthsText = tenths > 0 ? `${DIGITS[tenths]}角` : afterYuan ? "零" : "";
  return tenthsText + (hundredths > 0 ? `${DIGITS[hundredths]}分` : "整");
}

function wholeText(whole: string): string {
  let text = "";
  let skipped = false;
  const size = PLACES.length;
  const groups = Math.ceil(whole.length / size);
  const padded = whole.padStart(groups * size, "0");
  for (let group = 0; group < groups; group += 1) {
    const digits = [...padded.slice(group * size, (group + 1) * size)].map(Number);
    for (const [place, digit] of digits.entries()) {
      if (digit === 0) {
        skipped = true;
        continue;
      }
      // However many places are empty in a row, one 零 stands for them, and none stands at the beginning.
      text += (skipped && text !== "" ? "零" : "") + DIGITS[digit] + PLACES[size - 1 - place];
      skipped = false;
    }
    if (digits.some((digit) => digit > 0)) text += GROUPS[groups - 1 - group];
  }
  return text;
}
