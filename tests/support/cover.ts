import { ROLES } from "~/engine/access/roles";
import type { AnyEntity, AnyTransition, Field, Fields, Lines, LinesMap } from "~/engine/entity";
import type { Registration } from "~/engine/entity/registry";
import { registry } from "~/modules/registry.server";

/**
 * What the definitions use of the language, and the smallest set of entities in which all occurs that several of them use: what proves the
 * engine is run over these, because one more entity that uses the same things proves nothing new. Read from the definitions themselves, so
 * that an option the language gets tomorrow counts without being entered anywhere, and brings in an entity once several use it. See
 * docs/decisions/0125-tests-follow-the-language.md.
 */

/** Something the language can say, as a path: `fields.*.kind=money`, `transitions.*.notBy`, `server.beforeSave`. */
export type Capability = string;

/** Options whose keys are names somebody chose: of fields, states, transitions. What stands under one of them is said of all alike. */
const NAMED: ReadonlySet<string> = new Set([
  "fields",
  "lines",
  "transitions",
  "states",
  "tones",
  "choices",
  "compute",
  "fillFrom",
  "notEditable",
  "notFrom",
  "toggles",
  "grants",
  "rights",
  "needs",
  "inputWhen",
  "input",
  "within",
  "extra",
  "initial",
  "publishes",
]);

/** Options of which only that they are there counts: texts, names of rows, columns and entities. */
const CONTENT: ReadonlySet<string> = new Set([
  "key",
  "label",
  "purpose",
  "help",
  "screen",
  "by",
  "roles",
  "readBy",
  "writeBy",
  "dictionary",
  "table",
  "unit",
  "choices",
  "states",
  "writeIn",
  "editIn",
  "deadlineIn",
  "from",
  "grants",
  "tones",
  "fact",
  "show",
  "showParent",
  "keptBeside",
  "leaveOut",
  "pick",
  "conditions",
  "accept",
  "type",
  "notEditable",
  // By the values of another choice; a row of an import as people would write it.
  "values",
  "example",
]);

/**
 * Options that prove nothing about records, lists and pages: each is read in one place, which has tests of its own over all definitions.
 * Followed, every wording of a reminder would bring in the document that has it.
 */
const ELSEWHERE: ReadonlySet<string> = new Set([
  // What is due, and who is told: jobs/deadlines, jobs/digests, records/deadlines, notify, unit engine/check.
  "deadlines",
  "digests",
  "messages",
  "reminded",
  "audiences",
  "tellsNobody",
  // Reasons by the name of a transition or a field, and who decides on what: the start reads them; definition/duties, definition/drafts.
  "judgedOnce",
  "except",
  "changesApproved",
  "openAfterApproval",
  "beginsAnew",
  "unsent",
  // Ways from lines to lines and what is left of them: records/draws, records/conversions, the random walk over all of them.
  "conversions",
  "draws",
  "open",
  "tolerances",
  // What nobody reads before it is opened: the tests of sealing, over each definition that has it.
  "sealed",
  "opening",
  "sealKeyOf",
]);

/** Whose right something is: roles are no part of the language. */
const roles: ReadonlySet<string> = new Set(ROLES.map(({ code }): string => code));

/** Every capability a definition and its hooks use. */
export function capabilitiesOf({ entity, server }: Registration): ReadonlySet<Capability> {
  const found = new Set<Capability>();
  const own = ownNames(entity);
  walk(found, own, "", entity);
  walk(found, own, "server", server ?? {});
  for (const pair of pairsOf(entity)) found.add(pair);
  return found;
}

function walk(found: Set<Capability>, own: ReadonlySet<string>, path: string, value: unknown): void {
  if (value === undefined || value === null) return;
  const option = lastOf(path);
  if (ELSEWHERE.has(option)) return;
  if (typeof value === "boolean") found.add(`${path}=${value}`);
  else if (typeof value === "string") found.add(CONTENT.has(option) ? path : path + shapeOf(value, own));
  else if (Array.isArray(value)) {
    found.add(value.length === 0 ? `${path} empty` : path);
    if (!CONTENT.has(option)) for (const one of value) walk(found, own, path, one);
  } else if (typeof value !== "object" || value instanceof RegExp) found.add(path);
  else if (CONTENT.has(option)) found.add(path);
  else if ("op" in value) {
    found.add(path);
    for (const op of opsIn(value)) found.add(path.startsWith("access.") ? `${path}.${op}` : `condition ${op}`);
  } else {
    if (path !== "") found.add(path);
    for (const [name, one] of Object.entries(value)) {
      if (one !== undefined) walk(found, own, placeOf(path, NAMED.has(option) ? "*" : name), one);
    }
  }
}

/** Where the same is said in several places: views of lists and forms, further lines below lines, fields that are asked for by transitions. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^views\.(list|form|grants|number)$/, "$1"],
  [/^lines\.\*\.lines\.\*\.(fields|options)/, "lines.*.$1"],
  [/^transitions\.\*\.(input|lineInput\.fields)\.\*\.(options|presence)/, "fields.*.$2"],
  [/^transitions\.\*\.lineInput\.fields\.\*\.kind/, "transitions.*.input.*.kind"],
  [/^views\.extra\.\*\.(options|presence|kind)/, "fields.*.$1"],
  [/^(fillFrom|lines\.\*\.options\.fillFrom)\.\*\..*/, "$1.*"],
];

function placeOf(path: string, name: string): string {
  const whole = path === "" ? name : `${path}.${name}`;
  return PLACES.reduce((place, [where, instead]) => place.replace(where, instead), whole);
}

const lastOf = (path: string) => path.slice(path.lastIndexOf(".") + 1);

/** What counts of a text: that it is a word of the language (`document`, `previous`), or how a column is named; else only that it is there. */
function shapeOf(text: string, own: ReadonlySet<string>): string {
  if (/^\+/.test(text)) return " +extra";
  if (/^count\(/.test(text)) return " count()";
  if (/^-[a-z]/.test(text)) return " descending";
  if (/^[a-z_]+(\.[a-z_]+)+$/.test(text)) return " a.b";
  if (own.has(text) || roles.has(text) || !/^[a-z][A-Za-z]*$/.test(text)) return "";
  return `=${text}`;
}

/** Names a definition gives itself. */
function ownNames(entity: AnyEntity): ReadonlySet<string> {
  const names = new Set<string>(["number", "state", "id"]);
  const add = (fields: Fields) => {
    for (const [name, { options }] of Object.entries<Field>(fields)) {
      names.add(name);
      for (const choice of Object.keys(options.choices ?? {})) names.add(choice);
    }
  };
  const addLines = (lines: LinesMap) => {
    for (const [name, one] of Object.entries<Lines>(lines)) {
      names.add(name);
      add(one.fields);
      addLines(one.lines);
    }
  };
  add(entity.fields);
  addLines(entity.lines);
  for (const state of Object.keys(entity.states ?? {})) names.add(state);
  for (const [name, transition] of transitionsOf(entity)) {
    names.add(name);
    add(transition.input ?? {});
    add(transition.lineInput?.fields ?? {});
  }
  for (const toggle of Object.keys(entity.list.toggles ?? {})) names.add(toggle);
  return names;
}

function opsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const op: unknown = Object(value).op;
  const inside = Object.values(value).flatMap((one: unknown) => (Array.isArray(one) ? one.flatMap(opsIn) : opsIn(one)));
  return typeof op === "string" ? [op, ...inside] : inside;
}

const transitionsOf = (entity: AnyEntity) => Object.entries<AnyTransition>(entity.transitions ?? {});

/** Coarse things that work together: what holds for each alone may fail where they meet. */
function pairsOf(entity: AnyEntity): Capability[] {
  const { kind, access, states } = entity;
  const wall = access.suppliers.kind;
  const scope = access.staff ? "of staff" : access.personal ? "personal" : "none";
  const depth = linesDepth(entity.lines);
  const transitions = transitionsOf(entity);
  const bySupplier = transitions.some(
    ([, { by }]) => by !== "system" && by.some((role) => role.startsWith("supplier")),
  );
  return [
    `${kind} × wall ${wall} × scope ${scope}`,
    `${kind} × lines ${depth}`,
    `${kind} × states ${states !== undefined}`,
    `wall ${wall} × lines ${depth}`,
    ...(transitions.length > 0
      ? [`wall ${wall} × moves${bySupplier ? " of suppliers" : ""}`, `scope ${scope} × moves`]
      : []),
    ...fieldPairs(entity.fields),
    ...Object.values<Lines>(entity.lines).flatMap(({ fields }) => fieldPairs(fields)),
  ];
}

function linesDepth(lines: LinesMap): number {
  const depths = Object.values<Lines>(lines).map((one) => 1 + linesDepth(one.lines));
  return Math.max(0, ...depths);
}

/** What keeps people from reading or writing a field, by its kind. */
function fieldPairs(fields: Fields): Capability[] {
  return Object.values<Field>(fields).flatMap(({ kind, presence, options }) => {
    const limits = {
      hidden: options.hiddenFromSuppliers || options.readBy,
      "read-only": options.system || options.writeIn || options.writeBy || presence === "computed",
    };
    return Object.entries(limits).flatMap(([limit, has]) => (has ? [`field ${kind} × ${limit}`] : []));
  });
}

/** What the tests of an entity cost, roughly: its transitions from each of their states. */
function costOf({ entity }: Registration): number {
  const transitions = transitionsOf(entity).reduce((sum, [, { from }]) => sum + 1 + from.length, 0);
  return (
    5 + transitions * Math.max(1, Object.keys(entity.states ?? {}).length / 2) + Object.keys(entity.fields).length / 4
  );
}

/**
 * The smallest set found of these in which each capability of all of them occurs: first those that alone have one, then each time the
 * one that adds most, the cheaper of two, and at last without those that the others have made needless.
 * @param counts which capabilities matter; default: all
 */
export function coverOf(
  registrations: readonly Registration[],
  counts: (capability: Capability) => boolean = () => true,
): Registration[] {
  const all = registrations.map((one) => {
    const has: ReadonlySet<Capability> = new Set([...capabilitiesOf(one)].filter(counts));
    return { one, has, cost: costOf(one) };
  });
  const chosen = new Set<(typeof all)[number]>();
  const missing = new Set(all.flatMap(({ has }) => [...has]));
  while (missing.size > 0) {
    const gainOf = ({ has }: (typeof all)[number]) => [...has].filter((capability) => missing.has(capability)).length;
    const [best] = all
      .filter((each) => !chosen.has(each))
      .map((each) => ({ each, gain: gainOf(each) }))
      .sort((a, b) => b.gain / b.each.cost - a.gain / a.each.cost);
    if (!best) break;
    chosen.add(best.each);
    for (const capability of best.each.has) missing.delete(capability);
  }
  for (const each of [...chosen].sort((a, b) => b.cost - a.cost)) {
    const others = new Set([...chosen].flatMap((one) => (one === each ? [] : [...one.has])));
    if ([...each.has].every((capability) => others.has(capability))) chosen.delete(each);
  }
  return all.flatMap((each) => (chosen.has(each) ? [each.one] : []));
}

/** Every record of every kind writes its rows, so that no list of them holds still; it has tests of its own. */
export const TRAIL = "system-management/audit-log";

/** Definitions with a screen, which are those that people and programs meet. */
export const shown: readonly Registration[] = registry.registrations.filter(
  ({ entity }) => entity.key !== TRAIL && registry.screensOf(entity.key).length > 0,
);

/** What fewer use is proven where it lies: by the tests of those documents and of the engine's part that reads it. */
const OFTEN = 5;

const uses = new Map<Capability, number>();
for (const one of shown) for (const each of capabilitiesOf(one)) uses.set(each, (uses.get(each) ?? 0) + 1);

/** Whether so many definitions use it that each of them relies on the engine for it. */
export function isCommon(capability: Capability): boolean {
  return (uses.get(capability) ?? 0) >= OFTEN;
}

/** Keys of the entities that together use all of the language that is common. */
export const cover: ReadonlySet<string> = new Set(coverOf(shown, isCommon).map(({ entity }) => entity.key));

/** What a test looks at: whose rows somebody sees, what lists find, how records move, what is kept of them, REST, pages, papers and files. */
export type Aspect = "rights" | "lists" | "moves" | "records" | "rest" | "pages" | "output";

/** The first that fits says by which tests a capability could be seen to fail; what fits none is a matter of what is kept. */
const SEEN_BY: readonly (readonly [RegExp, readonly Aspect[]])[] = [
  [/^field \w+ × hidden|hiddenFromSuppliers|readBy/, ["rights", "rest", "pages", "output"]],
  [/^access\.|^wall | wall |^scope | scope |^doors|^anonymity|suppliersMayRead|^views\.grants|^grants/, ["rights"]],
  [/lineInput|^transitions\.\*\.(input|inputWhen|label|confirm)/, ["moves", "pages"]],
  [
    /^transitions|^approval|^state|^document|^tones|^embedded|^editFirst|^saveThen|^editIn|^server\.(may|effects|transitions|before|after)/,
    ["moves"],
  ],
  [/^list\.|^search|^views\.list|through|found=/, ["lists", "pages"]],
  [/^(fields|lines)\.\*(\.lines\.\*)?\.?(fields\.\*)?\.kind=/, ["lists", "records", "rest", "pages", "output"]],
  [/^print|paper/, ["output"]],
  [/^form|^views|^copy|^related|display|drawn|missing|calendar|^settings|^title/, ["pages"]],
  [/^\w+ × lines/, ["records", "rest", "pages", "output"]],
  [/^(register|document|log) × states/, ["lists", "records", "moves", "pages"]],
];

/** By which tests a capability could be seen to fail; each by one at least. */
export function seenBy(capability: Capability): readonly Aspect[] {
  return SEEN_BY.find(([pattern]) => pattern.test(capability))?.[1] ?? ["records"];
}

const coverOfAspect = memoized((aspect: Aspect): ReadonlySet<string> => {
  const chosen = coverOf(shown, (capability) => isCommon(capability) && seenBy(capability).includes(aspect));
  return new Set(chosen.map(({ entity }) => entity.key));
});

function memoized<Name, Value>(make: (name: Name) => Value): (name: Name) => Value {
  const made = new Map<Name, Value>();
  return (name) => {
    const known = made.get(name) ?? make(name);
    made.set(name, known);
    return known;
  };
}

/** What a page is laid out by: kinds of fields and how they are drawn, lines, what a list has beside its rows, lines that are typed in an action. */
export function reachesPage(capability: Capability): boolean {
  return /(^|\.)fields\.\*\.(kind=|options\.(display|drawn|missing))|^list\.(columns|totals|toggles|tabs|card)|^form\.|lineInput|^lines\.\*$|^\w+ × lines/.test(
    capability,
  );
}

/** Keys of the entities over which pages are measured in a browser, for what is a matter of layout alone. */
export const laidOut: ReadonlySet<string> =
  process.env.TEST_SCOPE === "all"
    ? new Set(shown.map(({ entity }) => entity.key))
    : new Set([
        ...coverOf(shown, (capability) => isCommon(capability) && reachesPage(capability)).map(
          ({ entity }) => entity.key,
        ),
        ...(process.env.TEST_TOUCHED ?? "").split(",").filter(Boolean),
      ]);

/**
 * Keys of the entities over which behaviour is tested in this run. `TEST_SCOPE` says of which: the `cover`, `all` of them, or none but those
 * that are `touched`; `TEST_TOUCHED` names those that the work at hand has changed, by key and separated by commas.
 * @param aspects of the cover those that together use all that these tests could see to fail; without any the whole of it
 */
export function triedIn(
  settings: Readonly<Record<string, string | undefined>>,
  ...aspects: readonly Aspect[]
): ReadonlySet<string> {
  const { TEST_SCOPE: scope = "cover", TEST_TOUCHED: touched = "" } = settings;
  if (!["cover", "all", "touched"].includes(scope))
    throw new Error(`TEST_SCOPE is cover, all or touched, not ${scope}`);
  const named = touched.split(",").filter(Boolean);
  if (scope === "all") return new Set(shown.map(({ entity }) => entity.key));
  if (scope === "touched") return new Set(named);
  return new Set([...(aspects.length === 0 ? cover : aspects.flatMap((one) => [...coverOfAspect(one)])), ...named]);
}

/** The same for this run. */
export function tried(...aspects: readonly Aspect[]): ReadonlySet<string> {
  return triedIn(process.env, ...aspects);
}
