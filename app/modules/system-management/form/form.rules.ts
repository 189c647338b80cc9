import { type Complaint, complain, lineField, ok } from "~/engine/entity";

/** What can be asked, and how the answer is given. */
export const QUESTION_TYPES = {
  text: "单行文本",
  longtext: "多行文本",
  int: "整数",
  decimal: "小数",
  date: "日期",
  yesno: "是否",
  select: "单选",
  multi: "多选",
} as const;
/** Questions whose answers are chosen from a list. */
const CHOOSING: readonly string[] = ["select", "multi"];

interface Question {
  key: string | null;
  label: string;
  type: string;
  options: string | null;
  dictionary_id: string | null;
  score: string | null;
}
interface Asking {
  items: readonly Question[];
}

/** The options of a question, one per line, blank lines left out. */
export function optionLines(text: string | null): string[] {
  return (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

export function keysOnce({ items }: Asking): Complaint | null {
  const keys = items.map(({ key }) => key);
  const at = keys.findIndex((key, index) => key !== null && keys.indexOf(key) !== index);
  return at < 0 ? ok : complain(lineField("items", at + 1, "key"), `字段键“${keys[at]}”重复`);
}

/** A question to choose from has a list, its own or a dictionary, and no other has one. */
export function choicesThere({ items }: Asking): Complaint | null {
  for (const [index, { type, label, options, dictionary_id }] of items.entries()) {
    const at = (field: string) => lineField("items", index + 1, field);
    const own = optionLines(options);
    if (!CHOOSING.includes(type)) {
      if (own.length > 0) return complain(at("options"), `“${label}”不是选择题，选项请留空`);
      if (dictionary_id !== null) return complain(at("dictionary_id"), `“${label}”不是选择题，选项字典请留空`);
      continue;
    }
    if (own.length === 0 && dictionary_id === null)
      return complain(at("options"), `请为“${label}”填写选项，或选择选项字典`);
    if (own.length > 0 && dictionary_id !== null)
      return complain(at("options"), `“${label}”已选择选项字典，选项请留空`);
    if (own.length === 1) return complain(at("options"), `“${label}”至少要有两个选项`);
    const twin = own.find((one, place) => own.indexOf(one) !== place);
    if (twin) return complain(at("options"), `“${label}”的选项“${twin}”重复`);
  }
  return ok;
}

/** Points are given for 是; other answers are not judged. */
export function scoresFit({ items }: Asking): Complaint | null {
  const at = items.findIndex(({ type, score }) => score !== null && type !== "yesno");
  return at < 0 ? ok : complain(lineField("items", at + 1, "score"), "分值只用于“是否”题：答“是”得分");
}
