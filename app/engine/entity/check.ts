import type { Scenarios } from "~/shared/scenarios";
import { numberFaults } from "../numbering/pattern";
import { anonymityFaults, lineScopeFaults, scopeFaults, supplierStateFaults, wallFaults } from "./check-access";
import { conditionsOf } from "./check-conditions";
import { conversionFaults, lineReferenceFaults } from "./check-conversions";
import { deadlineFaults } from "./check-deadlines";
import { drawFaults } from "./check-draws";
import { embeddedFaults } from "./check-embedded";
import { fieldFaults, fillFaults, isPath, lineFaults } from "./check-fields";
import { journalFaults } from "./check-journals";
import { lastingFaults } from "./check-lasting";
import { messageFaults } from "./check-messages";
import { printFaults } from "./check-print";
import { choosingFaults, relatedFaults, searchFaults } from "./check-references";
import { groupFaults, layoutFaults } from "./check-screens";
import { supplierFaults } from "./check-supplier";
import { followingFaults, PAGES_OF_RECORDS, transitionFaults } from "./check-transitions";
import type { AnyEntity, AnyTransition } from "./define";
import { approvedContentFaults, dutyFaults } from "./duties";
import type { Field } from "./field";
import { narrowingFaults } from "./narrowing";
import type { Lines } from "./record";
import type { MenuGroup, Module, Registration, Screen, TopTab } from "./registry";
import { sealedFaults } from "./sealed";

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

function entityFaults(entity: AnyEntity, keys: ReadonlySet<string>): string[] {
  const at = `Entity "${entity.key}"`;
  const faults: string[] = [];
  if (!/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/.test(entity.key)) faults.push(`${at}: the key must read module/noun`);
  if (entity.kind === "document" && !entity.states) faults.push(`${at}: a document has states`);
  if (entity.number) faults.push(...numberFaults(entity.number).map((fault) => `${at}: ${fault}`));
  const states = new Set(Object.keys(entity.states ?? {}));
  faults.push(...fieldFaults({ at, fields: entity.fields, keys, states }));
  faults.push(...lineFaults(at, entity.lines, keys, states));
  faults.push(...narrowingFaults(at, entity));
  for (const fields of [entity.fields, ...Object.values<Lines>(entity.lines).map((lines) => lines.fields)]) {
    for (const [name, field] of Object.entries<Field>(fields)) {
      for (const own of Object.values(field.options.within ?? field.options.suggested ?? {})) {
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
  faults.push(
    ...wallFaults(at, entity),
    ...scopeFaults(at, entity),
    ...lineScopeFaults(at, entity),
    ...conditionsOf(at, entity),
  );
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
  faults.push(...followingFaults(`${at}: saveThen`, entity, entity.saveThen));
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
