import type { TableShape } from "~/data/schema/shape";
import type { Condition } from "~/shared/condition";
import type { FieldRow } from "~/shared/extension-fields";
import { inOrder, type ScenarioCode, type ScenarioFacts, type Scenarios } from "~/shared/scenarios";
import type { JobHandler } from "../jobs/handler.server";
import type { WarningProvider } from "../warnings/warnings.server";
import { checkDefinitions } from "./check";
import type { AnyEntity, View } from "./define";
import type { Keyed } from "./entity-map";
import { extended } from "./extension";
import type { Fields } from "./field";
import type { FieldSection, LineSection, ListLayout } from "./layout";
import { referenceOnWay } from "./paths";
import type { Questions } from "./questions";
import { withReferenceLabels } from "./reference-labels";
import type { Seed } from "./seed";
import type { AnyEntityServer, EntityServer } from "./server-hooks";
import { tableOf } from "./table-names";
import { shapesOf } from "./tables";
import type { Grants } from "./wall";

/** A directory of the side menu; entities whose keys start with it live there. */
export interface Module {
  key: string;
  label: string;
  /** Id of the top tab it stands under. */
  top: string;
}

/** A folder inside a directory. Screens come into it by the `group` of their registration. */
export interface MenuGroup {
  /** In its address, `/web/{module}/{key}`: unlike the key of any screen there. */
  key: string;
  /** Key of the directory it stands in. */
  module: string;
  label: string;
}

export interface TopTab {
  id: string;
  label: string;
}

/** One line of the registry: a definition and whatever else belongs to it, each in a file beside it. */
export interface Registration {
  entity: AnyEntity;
  server?: AnyEntityServer;
  /** What other modules may ask about it (`<entity>.questions.server.ts`), by `ask`. */
  questions?: Questions;
  /** Work on it that is done now and then (`<entity>.jobs.server.ts`). */
  jobs?: readonly JobHandler[];
  /** What people are warned of about it, as cards on every page. */
  warnings?: readonly WarningProvider[];
  /** Events people are notified of here, with their first wording (`<entity>.scenarios.ts`). */
  scenarios?: Scenarios;
  /** Fetches what tests and the demo know about it (`<entity>.seed.ts`); the program itself never does. */
  seed?: () => Promise<{ readonly seed: Seed }>;
  /** Makes the definition of what there is; asked again when administrators have added fields to others. */
  over?: (entities: readonly AnyEntity[]) => AnyEntity;
  /** Key of the folder (`menuGroups`) its screens stand in; screens in another directory than the folder's stay where they are. */
  group?: string;
}

/** A screen: what one menu entry shows. Its address is `/web/{area}/{key}`, its permission id is the key. */
export interface Screen {
  area: string;
  key: string;
  label: string;
  /** What one record is called on its pages. */
  noun: string;
  entity: AnyEntity;
  table: string;
  where: Condition | null;
  list: ListLayout<Fields>;
  /** Entities into which filters of the list look through a reference, by key. */
  reached: ReadonlyMap<string, AnyEntity>;
  form: readonly (FieldSection<Fields> | LineSection)[];
  number: string | null;
  initial: Readonly<Record<string, unknown>>;
  grants: Grants;
  menu: boolean;
  /** The folder it stands in; null for directly in the directory. */
  group: MenuGroup | null;
  view: View<Fields> | null;
}

export interface Registry {
  readonly topTabs: readonly TopTab[];
  readonly modules: readonly Module[];
  readonly menuGroups: readonly MenuGroup[];
  readonly registrations: readonly Registration[];
  /** The same as the program brings them, without what administrators added or changed. */
  readonly written: readonly Registration[];
  /** In menu order. */
  readonly screens: readonly Screen[];
  readonly shapes: readonly TableShape[];
  /** Work that is done now and then, in the order in which a new installation lists it. */
  readonly jobs: readonly JobHandler[];
  /** Who watches over what; the order is that of the cards on the page. */
  readonly warnings: readonly WarningProvider[];
  /** Every event people are notified of, in the order of lists. */
  readonly scenarios: Scenarios;
  /** What an event says that the program knows. */
  scenario(code: ScenarioCode): ScenarioFacts;
  /** What is known about a code that may come from anywhere; undefined for one the program does not announce. */
  scenarioFacts(code: string): ScenarioFacts | undefined;
  /** @throws Error for a key that is not registered: a fault of the program */
  entity<K extends string>(key: K): Keyed<K>;
  server(key: string): EntityServer;
  /** What an entity answers to other modules; nothing for one that publishes no questions. Asked by `ask`. */
  questions(key: string): Questions;
  /** By `area/key`; undefined for an address nobody defined. */
  screen(path: string): Screen | undefined;
  screensOf(entityKey: string): readonly Screen[];
  /**
   * The first screen of an entity: what work beside the pages is done on, whose rights and addresses it has.
   * @throws Error for an entity that is not registered or has no screen: a fault of the program
   */
  mainScreen(entityKey: string): Screen;
  /**
   * Puts the fields in place that administrators added or changed: from now on entities and screens are answered with them. Tables
   * and checks stay those of the program.
   * @param rows by entity key; entities that are not named are as the program defines them
   */
  extend(rows: ReadonlyMap<string, readonly FieldRow[]>): void;
}

/** The definitions as they apply at one time. */
interface Definitions {
  registrations: readonly Registration[];
  entities: ReadonlyMap<string, Registration>;
  screens: readonly Screen[];
  byPath: ReadonlyMap<string, Screen>;
}

function definitionsOf(registrations: readonly Registration[], groups: readonly MenuGroup[]): Definitions {
  const entities = new Map(registrations.map((one) => [one.entity.key, one]));
  const screens = registrations.flatMap((one) => screensOfEntity(one, groups, entities));
  return {
    registrations,
    entities,
    screens,
    byPath: new Map(screens.map((screen) => [`${screen.area}/${screen.key}`, screen])),
  };
}

function screensOfEntity(
  { entity, group }: Registration,
  groups: readonly MenuGroup[],
  entities: ReadonlyMap<string, Registration>,
): Screen[] {
  const views: readonly View<Fields>[] = entity.views ?? [{ screen: entity.key, label: entity.label }];
  return views.map((view) => {
    const [area = "", key = ""] = view.screen.split("/");
    const list = view.list ?? entity.list;
    const reached = list.filters.flatMap((name) => entities.get(referenceOnWay(entity, name)?.to ?? "")?.entity ?? []);
    return {
      area,
      key,
      label: view.label,
      noun: view.noun ?? entity.label,
      entity,
      table: tableOf(entity),
      where: view.where ?? null,
      list,
      reached: new Map(reached.map((one) => [one.key, one])),
      form: view.form ?? entity.form,
      number: view.number ?? entity.number ?? null,
      initial: view.initial ?? {},
      grants: view.grants ?? entity.access.grants,
      menu: view.menu ?? true,
      group: groups.find((one) => one.key === group && one.module === area) ?? null,
      view: entity.views ? view : null,
    };
  });
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

/**
 * Puts all definitions together and checks them.
 * @throws Error with one sentence per fault, each naming entity and field
 */
export function createRegistry(said: {
  topTabs: readonly TopTab[];
  modules: readonly Module[];
  menuGroups?: readonly MenuGroup[];
  registrations: readonly Registration[];
  /** Events the platform itself notifies people of. */
  scenarios?: Scenarios;
  /** All work that is done now and then; default: what the registrations carry. */
  jobs?: readonly JobHandler[];
}): Registry {
  const input = { ...said, registrations: withReferenceLabels(said.registrations) };
  const menuGroups = input.menuGroups ?? [];
  const written = definitionsOf(input.registrations, menuGroups);
  const events: Scenarios[] = [input.scenarios ?? {}, ...input.registrations.map(({ scenarios }) => scenarios ?? {})];
  const scenarios = inOrder(Object.assign({}, ...events));
  const faults = [
    ...checkDefinitions({ ...input, scenarios }, written.screens),
    ...repeated(events.flatMap(Object.keys)).map((code) => `The scenario "${code}" is brought twice`),
  ];
  if (faults.length > 0) throw new Error(`Definitions are not consistent:\n- ${faults.join("\n- ")}`);
  let now = written;
  const found = ({ entities }: Definitions, key: string): AnyEntity => {
    const one = entities.get(key);
    if (!one) throw new Error(`No entity is registered under "${key}"`);
    return one.entity;
  };
  const scenarioFacts = (code: string) => (Object.hasOwn(scenarios, code) ? scenarios[code] : undefined);
  const screensOf = (key: string) => now.screens.filter((screen) => screen.entity.key === key);
  const mainScreen = (key: string) => {
    const [screen] = screensOf(key);
    if (!screen) throw new Error(`"${key}" has no screen`);
    return screen;
  };
  return {
    topTabs: input.topTabs,
    modules: input.modules,
    menuGroups,
    written: input.registrations,
    get registrations() {
      return now.registrations;
    },
    get screens() {
      return now.screens;
    },
    jobs: input.jobs ?? input.registrations.flatMap(({ jobs }) => jobs ?? []),
    warnings: input.registrations
      .flatMap(({ warnings }) => warnings ?? [])
      .sort((one, other) => (one.place ?? 0) - (other.place ?? 0)),
    scenarios,
    scenario: (code) => {
      const facts = scenarioFacts(code);
      if (!facts) throw new Error(`No event is registered under "${code}"`);
      return facts;
    },
    scenarioFacts,
    shapes: input.registrations.flatMap((one) => shapesOf(one.entity, (key) => found(written, key))),
    // Found by its key, so that is the key it has.
    entity: <K extends string>(key: K) => found(now, key) as Keyed<K>,
    server: (key) => now.entities.get(key)?.server ?? {},
    questions: (key) => now.entities.get(key)?.questions ?? {},
    screen: (path) => now.byPath.get(path),
    screensOf,
    mainScreen,
    extend(rows) {
      const registrations = input.registrations.map((one) => {
        const entity = extended(one.entity, rows.get(one.entity.key) ?? []);
        return entity === one.entity ? one : { ...one, entity };
      });
      if (registrations.every((one, index) => one === input.registrations[index])) {
        now = written;
        return;
      }
      const entities = registrations.map(({ entity }) => entity);
      const made = registrations.map((one) => (one.over ? { ...one, entity: one.over(entities) } : one));
      now = definitionsOf(made, menuGroups);
    },
  };
}
