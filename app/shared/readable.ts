/** What is said where a text holds signs that no database stores and nobody sees. */
export const UNREADABLE = "包含不能识别的字符，请删除后重试";

/** Stands for a sign that could not be read; forms are drawn with it, and no field takes it. */
const MARK = "\ufffd";

/** Whether a text can be stored and sent on at all: without NUL, and without halves of signs. */
export function isReadable(text: string): boolean {
  return !text.includes("\0") && !/\p{Cs}/u.test(text);
}

/** The text with a mark in the place of each sign that cannot be read: a field refuses the mark, and storage would take it. */
export function marked(text: string): string {
  return text.replace(/\0|\p{Cs}/gu, MARK);
}

/**
 * Places of unreadable texts in what a program sent: `remark`, `items.0.remark`; empty for a name that cannot be read itself.
 * @param most of them; a body may hold as many as it likes
 */
export function unreadablePlaces(value: unknown, most = 100): string[] {
  const found: string[] = [];
  const look = (one: unknown, at: string): void => {
    if (found.length >= most) return;
    if (typeof one === "string") {
      if (!isReadable(one)) found.push(at);
    } else if (typeof one === "object" && one !== null) {
      for (const [name, inner] of Object.entries(one)) {
        if (!isReadable(name)) found.push("");
        else look(inner, at === "" ? name : `${at}.${name}`);
      }
    }
  };
  look(value, "");
  return found;
}

/** Deeper than any form or call of ours goes; whoever walks through a value by calling itself stands on this. */
const MOST_DEPTH = 50;

/** Whether lists and objects lie in each other deeper than anybody has reason to send. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_DEPTH) return true;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return false;
}
