/** Somebody who can be named in a comment. */
export interface Nameable {
  id: string;
  name: string;
  /** Tells people of the same name apart: an account, or what they are on the document. */
  note: string;
  supplierId: string | null;
}

/** What stands behind an `@` and names nobody, or more than one. */
export interface NamingFault {
  typed: string;
  candidates: Nameable[];
}

export interface Naming {
  /** The text with `@{id}` where people are named. */
  body: string;
  people: Nameable[];
  faults: NamingFault[];
}

/** Where a name ends at the latest. */
const END = /[\s@,.;:!?，。；：！？、"“”'‘’()（）[\]【】<>《》]/u;
const LONGEST_NAME = 30;
/** How a stored body names somebody. */
const NAMED = /@\{([0-9a-f-]{36})\}/g;

/**
 * Finds the people named in a text. Chinese text has no blanks between words, so the longest name that fits counts:
 * `@张三丰请看` names 张三丰 and not 张三. A note in brackets tells namesakes apart. An `@` inside a word, as in an
 * e-mail address, names nobody.
 */
export function readMentions(text: string, known: readonly Nameable[]): Naming {
  const people = new Map<string, Nameable>();
  const faults: NamingFault[] = [];
  let body = "";
  let rest = text;
  for (let at = rest.indexOf("@"); at >= 0; at = rest.indexOf("@")) {
    body += rest.slice(0, at);
    const after = rest.slice(at + 1);
    const found = /[\w.]$/.test(body) ? null : named(after, known);
    if (found && "person" in found) {
      people.set(found.person.id, found.person);
      body += `@{${found.person.id}}`;
      rest = after.slice(found.length);
      continue;
    }
    if (found) faults.push(found.fault);
    body += "@";
    rest = after;
  }
  return { body: body + rest, people: [...people.values()], faults };
}

type Found = { person: Nameable; length: number } | { fault: NamingFault } | null;

function named(after: string, known: readonly Nameable[]): Found {
  const lower = after.toLowerCase();
  const starts = (word: string) => word !== "" && lower.startsWith(word.toLowerCase());
  const longest = known.reduce(
    (most, one) => Math.max(most, ...[one.name, one.note].filter(starts).map((word) => word.length)),
    0,
  );
  if (longest === 0) {
    const typed = wordOf(after);
    return typed === "" ? null : { fault: { typed, candidates: [] } };
  }
  const candidates = known.filter((one) =>
    [one.name, one.note].some((word) => word.length === longest && starts(word)),
  );
  const [only] = candidates;
  const note = /^[(（]([^()（）]{1,40})[)）]/.exec(after.slice(longest));
  const noted = note ? candidates.filter((one) => one.note.toLowerCase() === note[1]?.trim().toLowerCase()) : [];
  const [chosen] = noted;
  if (chosen && noted.length === 1 && note) return { person: chosen, length: longest + note[0].length };
  return only && candidates.length === 1
    ? { person: only, length: longest }
    : { fault: { typed: after.slice(0, longest), candidates } };
}

function wordOf(after: string): string {
  const end = after.search(END);
  return (end < 0 ? after : after.slice(0, end)).slice(0, LONGEST_NAME);
}

/** A stored body in pieces, with the people it names called as they are called now. */
export function bodyParts(body: string, names: Readonly<Record<string, string>>): { text: string; person?: string }[] {
  const parts: { text: string; person?: string }[] = [];
  let from = 0;
  for (const match of body.matchAll(NAMED)) {
    if (match.index > from) parts.push({ text: body.slice(from, match.index) });
    const id = match[1] ?? "";
    const name = names[id];
    // Typed by hand, it names nobody and stays what it is.
    parts.push(name === undefined ? { text: match[0] } : { text: `@${name}`, person: id });
    from = match.index + match[0].length;
  }
  if (from < body.length) parts.push({ text: body.slice(from) });
  return parts;
}

/** The same as one line of plain text. */
export function bodyText(body: string, names: Readonly<Record<string, string>>): string {
  return bodyParts(body, names)
    .map(({ text }) => text)
    .join("")
    .replace(/\s+/g, " ");
}
