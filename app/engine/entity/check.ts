import { type Condition, columnsOf } from "~/shared/condition";
import { EXTENSION_PREFIX } from "~/shared/extension-fields";
import type { Scenarios } from "~/shared/scenarios";
import { SEARCH_GRAMS, SEARCH_TEXT } from "~/shared/search";
import { numberFaults } from "../numbering/pattern";
import { filterField } from "../operations/filters";
import { conversionFaults, lineReferenceFaults } from "./check-conversions";
import { deadlineFaults } from "./check-deadlines";
import { drawFaults } from "./check-draws";
import { embeddedFaults } from "./check-embedded";
import { journalFaults } from "./check-journals";
import { lastingFaults } from "./check-lasting";
import { messageFaults } from "./check-messages";
import { printFaults } from "./check-print";
import { supplierFaults } from "./check-supplier";
import type { AnyEntity, AnyTransition } from "./define";
import { choicesOf, defaultChoice } from "./dictionary";
import { approvedContentFaults, dutyFaults } from "./duties";
import { type Field, type Fields, isPointer } from "./field";
import { isFileKind } from "./kinds/file";
import type { FieldSection, LineSection } from "./layout";
import { linesAt } from "./paths";
import type { Lines, LinesMap } from "./record";
import type { MenuGroup, Module, Registration, Screen, TopTab } from "./registry";
import type { Related } from "./related";
import { sealedFaults } from "./sealed";
import { isOpen, isSearchable, isSearched, searchFields } from "./search-fields";

const BUILT_IN = new Set(["id", "number", "state", "created_at", "created_by", "updated_at", "updated_by", "version"]);
/** Names a field cannot take: of every record, and of every child row. A tree may call its parent `parent_id`. */
const RESERVED = new Set([
  ...BUILT_IN,
  "tenant_id",
  "previous_state",
  "actions",
  "request_id",
  SEARCH_TEXT,
  SEARCH_GRAMS,
  // The quick search of lists, in addresses and calls.
  "q",
]);
const RESERVED_IN_LINES = new Set(["id", "tenant_id", "root_id", "parent_id", "line_no"]);
/** Pages of a record that every entity has; no transition may take their address. */
const PAGES_OF_RECORDS = new Set([
  "sealed_copy",
  "comments",
  "watch",
  "calendar",
  "states",
  "print",
  "export",
  "edit",
  "delete",
  "history",
  "files",
  "opening",
]);
const SNAKE = /^[a-z][a-z0-9_]*$/;

/** Everything that is wrong with a set of definitions, one sentence each. Asked once, at start and in the tests. */
export function checkDefinitions(
  input: {
    topTabs: readonly TopTab[];
    modules: readonly Module[];
    menuGroups?: readonly MenuGroup[];
    registrations: readonly Registration[];
    scenarios: Scenarios;
  },
  screens: readonly Screen[],
): string[] {
  const keys = new Set<string>();
  const faults: string[] = [];
  const prefixes = new Map<string, string>();
  for (const { entity } of input.registrations) {
    if (keys.has(entity.key)) faults.push(`Entity "${entity.key}" is registered twice`);
    keys.add(entity.key);
    const prefix = /^([A-Z]+)/.exec(entity.number ?? "")?.[1];
    if (prefix && prefixes.has(prefix)) {
      faults.push(
        `Entity "${entity.key}" numbers with the prefix ${prefix}, which ${prefixes.get(prefix)} already uses`,
      );
    }
    if (prefix) prefixes.set(prefix, entity.key);
  }
  for (const { entity } of input.registrations) faults.push(...entityFaults(entity, keys));
  const entities = new Map(input.registrations.map(({ entity }) => [entity.key, entity]));
  for (const registration of input.registrations)
    faults.push(...lastingFaults(registration), ...sealedFaults(registration), ...embeddedFaults(registration));
  for (const { entity, server } of input.registrations)
    faults.push(
      ...deadlineFaults(entity, { entities, scenarios: input.scenarios, server }),
      ...messageFaults(entity, { entities, scenarios: input.scenarios, server }),
    );
  for (const registration of input.registrations) faults.push(...drawFaults(registration, entities));
  for (const { entity } of input.registrations) faults.push(...relatedFaults(entity, entities));
  for (const { entity } of input.registrations)
    faults.push(...lineReferenceFaults(entity, entities), ...conversionFaults(entity, entities));
  for (const { entity } of input.registrations) faults.push(...searchFaults(entity, entities));
  for (const { entity } of input.registrations) faults.push(...choosingFaults(entity, entities));
  for (const { entity } of input.registrations)
    faults.push(...supplierFaults(`Entity "${entity.key}"`, entity, entities));
  for (const { entity } of input.registrations)
    faults.push(...printFaults(`Entity "${entity.key}"`, entity, (key) => entities.get(key)));
  const paths = new Set<string>();
  const permissions = new Set<string>();
  for (const screen of screens) {
    const path = `${screen.area}/${screen.key}`;
    if (paths.has(path)) faults.push(`Screen "${path}" is defined twice`);
    if (permissions.has(screen.key)) faults.push(`Two screens have the permission id "${screen.key}"`);
    paths.add(path);
    permissions.add(screen.key);
    if (!input.modules.some((module) => module.key === screen.area)) {
      faults.push(`Screen "${path}" stands in the module "${screen.area}", which the menu does not have`);
    }
    faults.push(...layoutFaults(screen));
  }
  for (const module of input.modules) {
    if (!input.topTabs.some((top) => top.id === module.top)) {
      faults.push(`Module "${module.key}" stands under the top tab "${module.top}", which does not exist`);
    }
  }
  return [...faults, ...groupFaults(input, screens)];
}

/** Folders of the menu: each in a directory that exists, at an address of its own, and named by registrations as it is called. */
function groupFaults(
  input: { modules: readonly Module[]; menuGroups?: readonly MenuGroup[]; registrations: readonly Registration[] },
  screens: readonly Screen[],
): string[] {
  const groups = input.menuGroups ?? [];
  const faults = groups.flatMap(({ key, module }) => [
    ...(input.modules.some((one) => one.key === module)
      ? []
      : [`Group "${key}" stands in the module "${module}", which the menu does not have`]),
    ...(screens.some((screen) => screen.area === module && screen.key === key)
      ? [`Group "${key}" has the address of the screen "${module}/${key}"`]
      : []),
    ...(groups.filter((one) => one.key === key).length > 1 ? [`Group "${key}" is defined twice`] : []),
  ]);
  for (const { entity, group } of input.registrations) {
    if (group !== undefined && !screens.some((screen) => screen.entity === entity && screen.group?.key === group)) {
      faults.push(`Entity "${entity.key}" stands in the group "${group}", which its module does not have`);
    }
  }
  return faults;
}

function entityFaults(entity: AnyEntity, keys: ReadonlySet<string>): string[] {
  const at = `Entity "${entity.key}"`;
  const faults: string[] = [];
  if (!/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/.test(entity.key)) faults.push(`${at}: the key must read module/noun`);
  if (entity.kind === "document" && !entity.states) faults.push(`${at}: a document has states`);
  if (entity.number) faults.push(...numberFaults(entity.number).map((fault) => `${at}: ${fault}`));
  const states = new Set(Object.keys(entity.states ?? {}));
  faults.push(...fieldFaults({ at, fields: entity.fields, keys, states }));
  faults.push(...lineFaults(at, entity.lines, keys, states));
  for (const fields of [entity.fields, ...Object.values<Lines>(entity.lines).map((lines) => lines.fields)]) {
    for (const [name, field] of Object.entries<Field>(fields)) {
      for (const own of Object.values(field.options.within ?? {})) {
        if (!entity.fields[own])
          faults.push(`${at}, field "${name}": within names the field "${own}", which does not exist`);
      }
    }
  }
  for (const name of Object.keys(entity.compute ?? {})) {
    if (entity.fields[name]?.presence !== "computed") faults.push(`${at}: compute.${name} is no computed field`);
  }
  faults.push(...fillFaults(at, entity.fields, entity.fillFrom ?? {}));
  for (const name of entity.title ?? []) {
    if (!entity.fields[name] && name !== "number")
      faults.push(`${at}: the title names the field "${name}", which does not exist`);
  }
  if (!entity.title && !entity.number && !(entity.fields.code && entity.fields.name)) {
    faults.push(`${at}: say by "title" which fields name a row`);
  }
  faults.push(...wallFaults(at, entity), ...scopeFaults(at, entity), ...conditionsOf(at, entity));
  faults.push(...supplierStateFaults(at, entity, states));
  if (entity.stateSince) faults.push(...stateSinceFaults(at, entity, entity.stateSince));
  if (entity.anonymity) faults.push(...anonymityFaults(at, entity, entity.anonymity));
  for (const path of entity.access.suppliersMayWrite ?? []) {
    if (!isPath(entity.fields, entity.lines, path.split(".")))
      faults.push(`${at}: suppliersMayWrite names "${path}", which does not exist`);
  }
  for (const state of entity.drafts ?? []) {
    if (!states.has(state)) faults.push(`${at}: drafts names the state "${state}", which does not exist`);
  }
  for (const [state, paths] of Object.entries<readonly string[] | undefined>(entity.unsent ?? {})) {
    if (!states.has(state)) faults.push(`${at}: unsent names the state "${state}", which does not exist`);
    for (const path of paths ?? []) {
      if (!isPath(entity.fields, entity.lines, path.split(".")))
        faults.push(`${at}: unsent names "${path}", which does not exist`);
    }
  }
  for (const state of entity.editIn ?? []) {
    if (!states.has(state)) faults.push(`${at}: editIn names the state "${state}", which does not exist`);
  }
  for (const [name, transition] of Object.entries<AnyTransition>(entity.transitions ?? {})) {
    if (PAGES_OF_RECORDS.has(name)) faults.push(`${at}, transition "${name}": the name is a page of every record`);
    faults.push(...transitionFaults({ at: `${at}, transition "${name}"`, entity, transition, states, keys }));
  }
  faults.push(...dutyFaults(entity), ...approvedContentFaults(entity), ...journalFaults(entity));
  return faults;
}

/** The program alone says since when, and suppliers, whose transitions write it, may read it. */
function stateSinceFaults(at: string, entity: AnyEntity, name: string): string[] {
  const field: Field | undefined = entity.fields[name];
  const fits = entity.states && field?.kind === "date" && field.options.system && !field.options.hiddenFromSuppliers;
  return fits
    ? []
    : [`${at}: stateSince names "${name}", which is no open system field of the kind date of a document`];
}

/** Whoever gives something in without a name is kept in a field that hardly anybody reads. */
function anonymityFaults(at: string, entity: AnyEntity, { when, author }: { when: string; author: string }): string[] {
  const [ticked, kept]: (Field | undefined)[] = [entity.fields[when], entity.fields[author]];
  const fits =
    ticked?.kind === "yesNo" &&
    kept?.kind === "reference" &&
    kept.options.system &&
    (kept.options.readBy ?? []).length > 0 &&
    !kept.options.hiddenFromSuppliers;
  return fits
    ? []
    : [`${at}: veil names "${when}" and "${author}", which are no yesNo and no system reference with readBy`];
}

/** What suppliers choose from goes through references to the same register. */
function choosingFaults(entity: AnyEntity, entities: ReadonlyMap<string, AnyEntity>): string[] {
  const ofLines = Object.values<Lines>(entity.lines).map(({ fields }) => fields);
  return [entity.fields, ...ofLines].flatMap((fields) =>
    Object.entries<Field>(fields).flatMap(([name, { options }]) => {
      if (options.suppliersChoose === "titles")
        return entities.get(options.to ?? "")?.access.suppliersMayReadTitle
          ? []
          : [`Entity "${entity.key}", field "${name}": suppliers may not read the titles they are to choose from`];
      return (options.suppliersChoose ?? []).flatMap(({ entity: key, through }) => {
        const [first = "", column] = through.split(".");
        const other = entities.get(key);
        const pointing: Field | undefined =
          column === undefined ? other?.fields[first] : other?.lines[first]?.fields[column];
        return pointing !== undefined && pointing.options.to === options.to
          ? []
          : [
              `Entity "${entity.key}", field "${name}": suppliersChoose goes through "${key}" "${through}", which does not point there`,
            ];
      });
    }),
  );
}

/** What is searched for is text that every reader of the row may read, or points at rows that are searched themselves. */
function searchFaults(entity: AnyEntity, entities: ReadonlyMap<string, AnyEntity>): string[] {
  const names: readonly string[] = entity.search ?? [];
  const { own } = searchFields(entity);
  const unread = Object.entries<Field>(entity.fields).flatMap(([name, { options }]) =>
    options.found === "part" && !own.includes(name)
      ? [`Entity "${entity.key}": "${name}" is filtered by the search index, which does not hold it`]
      : [],
  );
  const wrong = names.flatMap((name) => {
    const here = `Entity "${entity.key}": search names "${name}"`;
    if (!isSearchable(entity, name)) return [`${here}, which is neither a field of text nor a reference`];
    if (!isOpen(entity, name)) return [`${here}, which not everybody who sees the row may read`];
    const target = entities.get(entity.fields[name]?.options.to ?? "");
    return target && !isSearched(target) ? [`${here}, and rows of "${target.key}" are found by nothing`] : [];
  });
  return [...wrong, ...unread];
}

function fieldFaults({
  at,
  fields,
  keys,
  states,
  reserved = RESERVED,
}: {
  at: string;
  fields: Fields;
  keys: ReadonlySet<string>;
  states: ReadonlySet<string>;
  reserved?: ReadonlySet<string>;
}): string[] {
  return Object.entries<Field>(fields).flatMap(([name, field]) => {
    const here = `${at}, field "${name}"`;
    const faults: string[] = [];
    if (!SNAKE.test(name)) faults.push(`${here}: names are snake_case`);
    if (reserved.has(name)) faults.push(`${here}: the name is a built-in of every record`);
    if (name.startsWith(EXTENSION_PREFIX))
      faults.push(`${here}: names that begin with ${EXTENSION_PREFIX} are for fields that administrators add`);
    if (!field.options.label) faults.push(`${here}: the label is missing`);
    if (field.kind === "reference" && !keys.has(field.options.to ?? "")) {
      faults.push(`${here}: refers to "${field.options.to}", which is not registered`);
    }
    if (field.kind === "choice" && Object.keys(choicesOf(field.options)).length === 0) {
      faults.push(`${here}: has no choices`);
    }
    if (field.options.numbering)
      faults.push(...numberFaults(field.options.numbering).map((fault) => `${here}: ${fault}`));
    for (const state of field.options.writeIn ?? []) {
      if (!states.has(state)) faults.push(`${here}: writeIn names the state "${state}", which does not exist`);
    }
    return faults;
  });
}

function lineFaults(at: string, map: LinesMap, keys: ReadonlySet<string>, states: ReadonlySet<string>): string[] {
  return Object.entries<Lines>(map).flatMap(([name, lines]) => {
    const here = `${at}, lines "${name}"`;
    const faults = [
      ...fieldFaults({ at: here, fields: lines.fields, keys, states, reserved: RESERVED_IN_LINES }),
      ...lineFaults(here, lines.lines, keys, states),
    ];
    if (!SNAKE.test(name)) faults.push(`${here}: names are snake_case`);
    const { suppliers, writeIn = [] } = lines.options;
    if (typeof suppliers === "object" && "where" in suppliers) {
      for (const column of columnsOf(suppliers.where)) {
        if (!lines.fields[column] || lines.fields[column].options.hiddenFromSuppliers)
          faults.push(`${here}: suppliers.where looks at "${column}", which suppliers cannot read`);
      }
    } else if (typeof suppliers === "object" && lines.fields[suppliers.own]?.kind !== "reference") {
      faults.push(`${here}: suppliers.own names "${suppliers.own}", which is no reference field`);
    }
    const { asked } = lines.options;
    if (asked && lines.fields[asked.answer]?.kind !== "longText")
      faults.push(`${here}: answers are written into "${asked.answer}", which is no long text`);
    for (const state of writeIn) {
      if (!states.has(state)) faults.push(`${here}: writeIn names the state "${state}", which does not exist`);
    }
    for (const total of lines.options.totals ?? []) {
      if (!lines.fields[total]) faults.push(`${here}: totals name the field "${total}", which does not exist`);
    }
    return [...faults, ...fillFaults(here, lines.fields, lines.options.fillFrom ?? {})];
  });
}

/** True for a field or table of lines, also below other lines: `prices.cost_elements.amount`. */
function isPath(fields: Fields, map: LinesMap, path: readonly string[]): boolean {
  const [own = "", ...rest] = path;
  const lines = map[own];
  return rest.length === 0
    ? own in fields || lines !== undefined
    : lines !== undefined && isPath(lines.fields, lines.lines, rest);
}

/** Conditions of walls, toggles, references and rights look at columns that exist. */
function conditionsOf(at: string, entity: AnyEntity): string[] {
  const wall = entity.access.suppliers;
  const own =
    "when" in wall
      ? [...conditionFaults(`${at}, supplier wall`, wall.when, entity), ...hiddenFaults(at, wall.when, entity)]
      : [];
  const personal: Condition | undefined = entity.access.personal?.where;
  if (personal) own.push(...conditionFaults(`${at}, personal rows`, personal, entity));
  const toggles = Object.entries<{ where: Condition } | undefined>(entity.list.toggles ?? {}).flatMap(
    ([name, toggle]) => (toggle ? conditionFaults(`${at}, toggle "${name}"`, toggle.where, entity) : []),
  );
  const awaits = (entity.awaits ?? []).flatMap(({ label, where }) =>
    conditionFaults(`${at}, "${label}"`, where, entity),
  );
  const needs = Object.entries<AnyTransition>(entity.transitions ?? {}).flatMap(([name, transition]) =>
    Object.values(transition.needs ?? {}).flatMap((need) =>
      conditionFaults(`${at}, transition "${name}"`, need.when, entity),
    ),
  );
  const fields = Object.entries<Field>(entity.fields).flatMap(([name, field]) =>
    field.options.requiredWhen ? conditionFaults(`${at}, field "${name}"`, field.options.requiredWhen, entity) : [],
  );
  return [...own, ...toggles, ...awaits, ...needs, ...fields];
}

function conditionFaults(at: string, condition: Condition, entity: AnyEntity): string[] {
  return columnsOf(condition).flatMap((column) =>
    column in entity.fields || BUILT_IN.has(column) || column === "previous_state"
      ? []
      : [`${at}: the condition looks at "${column}", which does not exist`],
  );
}

/** A wall is judged in the supplier's own transaction, which holds no right to hidden columns. */
function hiddenFaults(at: string, condition: Condition, entity: AnyEntity): string[] {
  return columnsOf(condition)
    .filter((column) => entity.fields[column]?.options.hiddenFromSuppliers)
    .map((column) => `${at}: the supplier wall looks at "${column}", which is hidden from suppliers`);
}

/** The field a path such as `items.material_id` names, in the head or one table of lines. */
function fieldAt(entity: AnyEntity, path: string): Field | undefined {
  const [own = "", inner] = path.split(".");
  if (inner === undefined) return entity.fields[own];
  const lines: Lines | undefined = entity.lines[own];
  return lines?.fields[inner];
}

function relatedFaults(entity: AnyEntity, entities: ReadonlyMap<string, AnyEntity>): string[] {
  const related: readonly Related[] = entity.related ?? [];
  return related.flatMap((one) => {
    const at = `Entity "${entity.key}", related "${one.through}"`;
    const holder = one.entity === undefined ? entity : entities.get(one.entity);
    if (!holder) return [`${at}: names the entity "${one.entity}", which is not registered`];
    const field = fieldAt(holder, one.through);
    if (!field || !isPointer(field)) return [`${at}: is no reference field of "${holder.key}"`];
    if (one.entity !== undefined && field.options.to !== entity.key)
      return [`${at}: does not point at "${entity.key}"`];
    const other = one.entity === undefined ? entities.get(field.options.to ?? "") : holder;
    const fact = one.fact === undefined ? undefined : (other?.fields[one.fact] ?? null);
    if (fact === null) return [`${at}: the fact "${one.fact}" does not exist in "${other?.key}"`];
    return fact && ["json", "longText", "dateTime"].includes(fact.kind)
      ? [`${at}: the fact "${one.fact}" is no short value`]
      : [];
  });
}

function fillFaults(
  at: string,
  fields: Fields,
  rules: Readonly<Record<string, Readonly<Record<string, string>>>>,
): string[] {
  return Object.entries(rules).flatMap(([reference, copies]) => [
    ...(isPointer(fields[reference] ?? { kind: "text" })
      ? []
      : [`${at}: fillFrom names "${reference}", which is no reference`]),
    ...Object.keys(copies).flatMap((own) =>
      fields[own] ? [] : [`${at}: fillFrom fills "${own}", which does not exist`],
    ),
  ]);
}

function wallFaults(at: string, entity: AnyEntity): string[] {
  const wall = entity.access.suppliers;
  if (wall.kind === "own" || wall.kind === "via") {
    const column: string = wall.kind === "own" ? wall.column : wall.reference;
    // The supplier register itself is owned by id.
    if (column !== "id" && entity.fields[column]?.kind !== "reference") {
      return [`${at}: the supplier wall names "${column}", which is no reference field`];
    }
  }
  if (wall.kind === "invited" && entity.lines[wall.lines]?.fields[wall.column]?.kind !== "reference") {
    return [`${at}: the supplier wall names "${wall.lines}.${wall.column}", which is no reference field`];
  }
  return [];
}

/** What a supplier has seen it goes on seeing: no transition leads out of the states that its lists offer. */
function supplierStateFaults(at: string, entity: AnyEntity, states: ReadonlySet<string>): string[] {
  const shown = entity.access.supplierStates;
  if (!shown) return [];
  const known = new Set<string>([...shown, "same", "previous"]);
  const transitions = Object.entries<AnyTransition>(entity.transitions ?? {});
  return [
    ...shown.flatMap((state) =>
      states.has(state) ? [] : [`${at}: supplierStates names the state "${state}", which does not exist`],
    ),
    ...transitions.flatMap(([name, { from, to, settles = [] }]) =>
      from.some((state) => shown.includes(state))
        ? [to, ...settles.map((settled) => settled.to)]
            .filter((state) => !known.has(state))
            .map(
              (state) => `${at}, transition "${name}": leads from what suppliers see to "${state}", which they do not`,
            )
        : [],
    ),
  ];
}

function scopeFaults(at: string, entity: AnyEntity): string[] {
  const { factory, purchase_group, material_type } = entity.access.staff ?? {};
  const columns = [factory, purchase_group, material_type].filter((column) => column !== undefined);
  return columns.flatMap((column) =>
    column === "id" || entity.fields[column]?.kind === "reference"
      ? []
      : [`${at}: the staff scope names "${column}", which is no reference field`],
  );
}

function transitionFaults({
  at,
  entity,
  transition,
  states,
  keys,
}: {
  at: string;
  entity: AnyEntity;
  transition: AnyTransition;
  states: ReadonlySet<string>;
  keys: ReadonlySet<string>;
}): string[] {
  const faults: string[] = [];
  if (states.size === 0 && transition.to !== "same") faults.push(`${at}: without states a move leads nowhere else`);
  if (states.size > 0 && transition.from.length === 0) faults.push(`${at}: does not say from which states it starts`);
  for (const state of [...transition.from, transition.to, ...(transition.settles ?? []).map((settled) => settled.to)]) {
    if (state !== "same" && state !== "previous" && !states.has(state)) {
      faults.push(`${at}: the state "${state}" does not exist`);
    }
  }
  faults.push(...fieldFaults({ at: `${at}, input`, fields: transition.input ?? {}, keys, states }));
  for (const name of Object.keys(transition.inputWhen ?? {}))
    if (!transition.input?.[name]) faults.push(`${at}: says when to ask for "${name}", which is no field of its input`);
  faults.push(...fieldFaults({ at: `${at}, line input`, fields: transition.lineInput?.fields ?? {}, keys, states }));
  if (transition.shows) faults.push(...shownFaults(at, entity, transition.shows));
  const barred = transition.notBy ?? [];
  const rights = new Set([...Object.keys(entity.access.rights ?? {}), ...screenKeys(entity)]);
  if (transition.right && !rights.has(transition.right.split(".")[0] ?? ""))
    faults.push(`${at}: asks for the right "${transition.right}", which neither a screen nor access.rights brings`);
  for (const name of [...(transition.asks ?? []), ...barred.filter((one) => one !== "id")]) {
    if (!entity.fields[name]) faults.push(`${at}: names the field "${name}", which does not exist`);
  }
  if (transition.lineInput) {
    const { lines, show, showParent = [], spare } = transition.lineInput;
    for (const [column, field] of Object.entries<Field>(transition.lineInput.fields))
      if (isFileKind(field.kind))
        faults.push(`${at}: files come into rows by the form, not by the line input "${column}"`);
    const target = linesAt(entity.lines, lines);
    const above = linesAt(entity.lines, lines.split(".").slice(0, -1).join("."));
    if (!target) faults.push(`${at}: asks for values of the lines "${lines}", which do not exist`);
    for (const column of show) {
      if (!target?.fields[column]) faults.push(`${at}: shows the line field "${column}", which does not exist`);
    }
    for (const column of showParent) {
      if (!above?.fields[column])
        faults.push(`${at}: shows the field "${column}" of the line above, which does not exist`);
    }
    if (spare && !above) faults.push(`${at}: only nested lines can be split by a spare row`);
  }
  return faults;
}

/** Shorter ones say nothing. */
const LEAST_WHY = 10;

function shownFaults(at: string, entity: AnyEntity, shows: NonNullable<AnyTransition["shows"]>): string[] {
  const { lines, columns, showParent = [], unseenInBatch } = shows;
  const target = linesAt(entity.lines, lines);
  const above = linesAt(entity.lines, lines.split(".").slice(0, -1).join("."));
  return [
    ...(target ? [] : [`${at}: shows the lines "${lines}", which do not exist`]),
    ...columns
      .filter((column) => target && !target.fields[column])
      .map((column) => `${at}: shows the line field "${column}", which does not exist`),
    ...showParent
      .filter((column) => !above?.fields[column])
      .map((column) => `${at}: shows the field "${column}" of the line above, which does not exist`),
    ...(unseenInBatch !== undefined && unseenInBatch.trim().length < LEAST_WHY
      ? [`${at}: gives no reason why a batch may be decided on unseen`]
      : []),
  ];
}

/** Fields that are stored as they are sorted; a reference is sorted by its label. */
function hasOrder(entity: AnyEntity, name: string): boolean {
  const field: Field | undefined = entity.fields[name];
  return field !== undefined && !["reference", "lineReference", "json", "longText"].includes(field.kind);
}

/** Permission ids of the screens of an entity. */
function screenKeys(entity: AnyEntity): string[] {
  const views: readonly { screen: string }[] = entity.views ?? [{ screen: entity.key }];
  return views.map(({ screen }) => screen.split("/")[1] ?? "");
}

function layoutFaults(screen: Screen): string[] {
  const at = `Screen "${screen.area}/${screen.key}"`;
  const { entity, list, form } = screen;
  const extra: Fields = screen.view?.extra ?? {};
  const isColumn = (key: string): boolean => {
    if (key.startsWith("+")) return key.slice(1) in extra;
    const counted = /^count\((\w+)\)$/.exec(key)?.[1];
    if (counted) return Boolean(entity.lines[counted]);
    const [own = "", through] = key.split(".");
    if (through) return entity.fields[own]?.kind === "reference";
    return own in entity.fields || BUILT_IN.has(own);
  };
  const sorts = list.sort.split(",").map((key) => key.replace(/^-/, ""));
  const faults = [
    ...list.columns
      .filter((key) => !isColumn(key))
      .map((key) => `${at}: the list names the column "${key}", which does not exist`),
    ...list.filters
      .filter((key) => !filterField(screen, key))
      .map((key) => `${at}: the list cannot be filtered by "${key}"`),
    ...sorts
      .filter((sort) => !(sort in entity.fields || BUILT_IN.has(sort)))
      .map((sort) => `${at}: the list cannot be sorted by "${sort}"`),
    ...(list.sortedBy ?? [])
      .filter((name) => !hasOrder(entity, name))
      .map((name) => `${at}: "${name}" has no index to be sorted by`),
    ...Object.keys(screen.initial)
      .filter((name) => !entity.fields[name])
      .map((name) => `${at}: gives the field "${name}", which does not exist`),
    ...(screen.where ? conditionFaults(at, screen.where, entity) : []),
    ...listFaults(at, screen, isColumn),
  ];
  for (const part of form) {
    if (isLineSection(part)) {
      const lines = linesAt(entity.lines, part.lines);
      if (!lines) faults.push(`${at}: section "${part.title}" names the lines "${part.lines}", which do not exist`);
      for (const column of part.columns ?? []) {
        if (!lines?.fields[column])
          faults.push(`${at}: section "${part.title}" names the line field "${column}", which does not exist`);
      }
    } else {
      for (const name of part.fields) {
        if (!entity.fields[name])
          faults.push(`${at}: section "${part.title}" names the field "${name}", which does not exist`);
      }
    }
  }
  const shown = new Set(form.flatMap((part) => (isLineSection(part) ? [] : part.fields)));
  for (const [name, field] of Object.entries<Field>(entity.fields)) {
    const typed =
      field.presence === "required" && !field.options.system && !field.options.numbering && field.kind !== "yesNo";
    if (
      typed &&
      !shown.has(name) &&
      !(name in screen.initial) &&
      field.options.initial === undefined &&
      defaultChoice(field) === null
    ) {
      faults.push(`${at}: the required field "${name}" stands in no section of the form`);
    }
  }
  return faults;
}

/** Totals, transitions and card of a list. */
function listFaults(at: string, { entity, list }: Screen, isColumn: (key: string) => boolean): string[] {
  const SUMMED = ["integer", "quantity", "money", "number"];
  const transitions: Readonly<Record<string, AnyTransition>> = entity.transitions ?? {};
  const unknown = [...(list.batch ?? []), ...(list.rowActions ?? [])].filter(
    (name) => !Object.hasOwn(transitions, name),
  );
  return [
    ...(list.totals ?? [])
      .filter((name) => !SUMMED.includes(entity.fields[name]?.kind ?? ""))
      .map((name) => `${at}: the list sums "${name}", which is no amount or quantity`),
    ...(list.card ?? [])
      .filter((key) => !isColumn(key))
      .map((key) => `${at}: the card names the column "${key}", which does not exist`),
    ...((list.card ?? []).length > 5 ? [`${at}: the card names more than five columns`] : []),
    ...(list.tabs ?? [])
      .filter((name) => !list.toggles?.[name])
      .map((name) => `${at}: the tab "${name}" is no toggle of the list`),
    ...(list.tabs ?? [])
      .filter((name) => list.toggles?.[name]?.worked)
      .map((name) => `${at}: the tab "${name}" is worked out for each reader and cannot be counted`),
    ...unknown.map((name) => `${at}: the list offers the move "${name}", which does not exist`),
    ...(list.rowActions ?? [])
      .filter((name) => transitions[name]?.offered && !transitions[name].offered.rows)
      .map((name) => `${at}: the list offers the move "${name}", whose "offered" does not say of which "rows"`),
    ...(list.batch ?? [])
      .filter((name) => {
        const { lineInput, asks, shows } = transitions[name] ?? {};
        return lineInput || asks || (shows && shows.unseenInBatch === undefined);
      })
      .map(
        (name) =>
          `${at}: the move "${name}" asks for or shows what differs from record to record, it cannot be a batch`,
      ),
  ];
}

/** Tells a table of lines from a group of fields. */
export function isLineSection(part: FieldSection<Fields> | LineSection): part is LineSection {
  return "lines" in part;
}
