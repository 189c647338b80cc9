import { type Complaint, complain, type LineInputs, lineField, ok, type RuleFacts } from "~/engine/entity";
import { addDays } from "~/shared/calendar";
import { decimal, formatDecimal } from "~/shared/decimal";

/** What a provision is about. */
export const PROVISION_KINDS = {
  purchase: "采购管理规定",
  delivery: "交货规定",
  quality: "质量规定",
  integrity: "廉洁规定",
  settlement: "结算规定",
};

/** Suppliers that deal with us are asked; those that only apply, or have ended, are not. */
export const ASKED_STAGES = ["trial", "qualified", "preferred"];

interface Provision {
  must_accept: boolean;
  effective_date: string;
  accept_deadline: string | null;
}

/** Each class is named once. */
export function classesOnce({ classes }: { classes: readonly { supplier_class_id: string }[] }): Complaint | null {
  const ids = classes.map(({ supplier_class_id }) => supplier_class_id);
  const at = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  return at < 0 ? ok : complain(lineField("classes", at + 1, "supplier_class_id"), "该分类已在名单中");
}

/** Nothing holds for days that are over. */
export function effectiveFromNow(
  { effective_date }: Pick<Provision, "effective_date">,
  _input: unknown,
  _typed: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  return effective_date < today ? complain("effective_date", "生效日期不能早于今天") : ok;
}

/** Whoever must accept is told until when, and is given that time. */
export function deadlineGiven(
  { must_accept, accept_deadline }: Pick<Provision, "must_accept" | "accept_deadline">,
  _input: unknown,
  _typed: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  if (accept_deadline === null) return must_accept ? complain("accept_deadline", "必须确认的规定请填写确认期限") : ok;
  return accept_deadline < today ? complain("accept_deadline", "确认期限不能早于今天") : ok;
}

/** Until when a supplier that is asked today has time: those who come later are given days of their own. */
export function dueFor(
  { accept_deadline }: Pick<Provision, "accept_deadline">,
  { today, lateDays }: { today: string; lateDays: number | null },
): string | null {
  if (accept_deadline === null || lateDays === null) return accept_deadline;
  const own = addDays(today, lateDays);
  return own > accept_deadline ? own : accept_deadline;
}

interface SupplierClass {
  id: string;
  parent_id: string | null;
}

/** The chosen classes with all below them. */
export function classesBelow(chosen: readonly string[], all: readonly SupplierClass[]): ReadonlySet<string> {
  const found = new Set(chosen);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { id, parent_id } of all) if (parent_id !== null && found.has(parent_id)) found.add(id);
  }
  return found;
}

/** `87.5%`, or nothing where nobody was asked. */
export function acceptRate(accepted: number, asked: number): string {
  return asked === 0 ? "" : `${formatDecimal(decimal(accepted).times(100).div(asked).toFixed(1))}%`;
}

/** A piece of the text as it is read. */
export interface TextBlock {
  kind: "heading" | "subheading" | "paragraph";
  text: string;
}

/** `第一章 …`, `一、…`, or what begins with one `#`. */
const HEADING = /^(?:#\s+|(?=第[一二三四五六七八九十百]+章)|(?=[一二三四五六七八九十]+、))(\S.*)$/;
/** `（一）…`, or what begins with two. */
const SUBHEADING = /^(?:##+\s+|(?=（[一二三四五六七八九十]+）))(\S.*)$/;
/** Longer than this a line that begins like a heading is an article. */
const HEADING_SIGNS = 40;

/**
 * The text as headings and paragraphs: a line that begins as headings of rules do stands alone, an empty line ends a paragraph. Nothing
 * else of it means anything; tags of pages are text like any other.
 */
export function textBlocks(body: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push({ kind: "paragraph", text: open.join("\n") });
    open = [];
  };
  for (const line of body.split(/\r?\n/).map((one) => one.trim())) {
    const sub = SUBHEADING.exec(line)?.[1];
    const head = HEADING.exec(line)?.[1];
    const text = sub ?? head;
    if (text !== undefined && text.length <= HEADING_SIGNS) {
      close();
      blocks.push({ kind: sub === undefined ? "heading" : "subheading", text });
    } else if (line === "") close();
    else open.push(line);
  }
  close();
  return blocks;
}
