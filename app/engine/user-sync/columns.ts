import { dayOfWorkbookNumber } from "~/shared/calendar";
import { AppError } from "../errors";

/** What may be said about a person, by the name calls use and the heading files use. Nothing else is taken. */
export const SYNC_COLUMNS = [
  { name: "work_no", labels: ["工号"], required: true, help: "必填，人员的唯一标识" },
  { name: "accountname", labels: ["用户账号", "账号"], required: false, help: "新账号用；空着时用工号" },
  { name: "username", labels: ["姓名"], required: false, help: "新账号必填" },
  { name: "phone", labels: ["手机号", "手机"], required: false, help: "新账号必填，11位" },
  { name: "email", labels: ["邮箱", "电子邮箱"], required: false, help: "" },
  { name: "sex", labels: ["性别"], required: false, help: "男或女" },
  { name: "position", labels: ["职位", "岗位"], required: false, help: "" },
  { name: "startfromdate", labels: ["入职日期"], required: false, help: "例如 2026-01-31" },
  { name: "purchase_org_id", labels: ["采购组织"], required: false, help: "编码或名称" },
  { name: "status", labels: ["在职状态", "状态"], required: false, help: "在职或离职；离职的账号被冻结" },
] as const;

/** Every value is text, as it was sent; what was empty is left out and changes nothing. */
export type SyncBody = Record<string, string>;
export interface SyncInput {
  /** Place in the file, counted from 1 with its heading, or in the call. */
  rowNo: number;
  body: SyncBody;
}

export const MOST_SYNCED = 2000;
export const MOST_COLUMNS = 30;
const LONGEST_VALUE = 500;
/** A day as a number of days since the end of 1899, as workbooks store it. */
const SERIAL_DAY = /^\d{5}(\.\d+)?$/;

/**
 * People out of the rows of a file whose first row names the columns.
 * @throws AppError("invalid") for headings that are unknown, doubled or missing, and for a file without people
 */
export function peopleOf(rows: readonly (readonly string[])[]): SyncInput[] {
  const [head = [], ...rest] = rows;
  const titles = head.map((title) => title.normalize("NFKC").replace(/[\s*]/g, ""));
  const names = titles.map((title) =>
    title === "" ? "" : (SYNC_COLUMNS.find(({ labels }) => labels.some((label) => label === title))?.name ?? null),
  );
  const unknown = titles.filter((_title, index) => names[index] === null);
  if (unknown.length > 0)
    throw refused(`第一行有不能导入的列：${unknown.slice(0, 5).join("、")}。请按模板整理（密码、角色等不能导入）`);
  const known = names.filter((name) => name !== "" && name !== null);
  if (new Set(known).size !== known.length) throw refused("第一行有重复的列，请按模板整理");
  if (!known.includes("work_no")) throw refused("第一行没有「工号」列，请按模板整理");
  const people = rest.flatMap((row, index): SyncInput[] => {
    const body = bodyOf(names.flatMap((name, at) => (name ? [[name, row[at] ?? ""] as const] : [])));
    return Object.keys(body).length === 0 ? [] : [{ rowNo: index + 2, body }];
  });
  if (people.length === 0) throw refused("文件里没有人员");
  if (people.length > MOST_SYNCED) throw refused(`一次最多导入${MOST_SYNCED}人，请分成几个文件`);
  return people;
}

/**
 * People out of the rows of a call.
 * @throws AppError("malformed") for anything but objects of known names and plain values
 */
export function peopleOfCall(rows: unknown): SyncInput[] {
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > MOST_SYNCED)
    throw new AppError("malformed", { message: `参数格式不正确：rows 须为1到${MOST_SYNCED}个人员` });
  return rows.map((row: unknown, index) => {
    const wrong = (what: string) =>
      new AppError("malformed", { message: `参数格式不正确：rows[${index}]${what.slice(0, 60)}` });
    if (typeof row !== "object" || row === null || Array.isArray(row)) throw wrong("");
    const pairs = Object.entries(row).map(([name, value]): [string, string] => {
      if (!SYNC_COLUMNS.some((column) => column.name === name)) throw wrong(`：不能设置「${name}」`);
      if (value !== null && typeof value !== "string" && typeof value !== "number") throw wrong(`.${name}`);
      return [name, value === null ? "" : String(value)];
    });
    return { rowNo: index + 1, body: bodyOf(pairs) };
  });
}

function bodyOf(pairs: readonly (readonly [string, string])[]): SyncBody {
  return Object.fromEntries(
    pairs.flatMap(([name, raw]) => {
      const text = raw.trim().slice(0, LONGEST_VALUE);
      return text === "" ? [] : [[name, name === "startfromdate" ? dayText(text) : text]];
    }),
  );
}

function dayText(text: string): string {
  return SERIAL_DAY.test(text) ? dayOfWorkbookNumber(Number(text)) : text;
}

function refused(message: string): AppError {
  return new AppError("invalid", { message });
}
