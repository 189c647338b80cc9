import type { RawBuilder } from "kysely";
import { creditCodeCheck } from "~/shared/credit-code";
import type { Actor, Context, EngineServices } from "../context.server";
import type { Saved } from "../operations/transaction.server";
import type { Screen } from "./registry";

/*
 * What is known about an entity beside its definition, for those who need rows of it: tests and the demo. A seed lies beside its entity
 * (`<entity>.seed.ts`) and is listed in `app/modules/seeds.ts`. The program itself never reads one, which import zones hold.
 */

/** What a sample may point at. */
export interface SampleRefs {
  /** Id of a row of that entity which may be chosen. @throws Error when the test has none */
  id(entityKey: string): string;
  /** Goes into everything that must be unique; another one for every record. */
  serial: number;
}

/** The least a record takes, where rules want more than the definition says: check digits, rows that must fit each other. */
export interface Sample {
  /** Entities of which a row must be there. `system-management/user` means a person of the company. */
  needs: readonly string[];
  /** The least that `createRecord` takes: required fields only. */
  sample(refs: SampleRefs): Record<string, unknown>;
  /** Fields nobody types that the row needs to be of use to others: put into the screen's `initial`. */
  given?(serial: number): Readonly<Record<string, string | boolean>>;
}

/** Writes the rows of the small company in which tests work. */
export interface CompanyWriter<N extends string = string> {
  /**
   * Makes a row of the seed's entity under a name.
   * @param given fields that nobody types, such as the stage of a supplier
   */
  add(name: N, values: Record<string, unknown>, given?: Record<string, string | boolean>): Promise<void>;
  /** Id of a row that was made before. @throws Error for one that was not */
  at(name: string): string;
  /** Id of an account. @throws Error for one that comes later */
  account(name: string): string;
  /** Id of a role that comes with the program. */
  role(code: string): Promise<string>;
  /** Makes a transition of a row of the seed's entity. */
  move(name: N, transition: string, more?: { input?: Record<string, unknown>; reason?: string }): Promise<void>;
}

/** Rows of the small company; lists need two to tell apart, and others want to point at one. */
export interface SeedRows<N extends string = string> {
  /** What tests call them: `world.ids.<name>`. */
  names: readonly N[];
  /** The one that samples of others point at; none where nobody does. */
  target?: N;
  make(company: CompanyWriter<N>): Promise<void>;
}

/** What a seed may ask of the installation in which a record is led along its states. */
export interface SeedWorld {
  engine: EngineServices;
  clock: { now(): Date };
  ids: Readonly<Record<string, string>>;
  accounts: Readonly<Record<string, string>>;
  /** Changes rows past the forms. */
  run(query: RawBuilder<unknown>): Promise<void>;
  /** Whether the query finds something. */
  finds(query: RawBuilder<unknown>): Promise<boolean>;
  /** Somebody with exactly this role. */
  personWith(role: string): Promise<{ id: string | null }>;
  /** Makes an order of three lines. @returns its id */
  order(): Promise<string>;
}

/** What demo rows are written with: the operations people use, at moments that lie in the past. */
export interface DemoPen {
  services: EngineServices;
  /** The business day so many days ago; negative for days to come. */
  daysAgo(days: number): string;
  /** A time of a business day in China, cut off at the present. */
  moment(day: string, hour: number, minute?: number): Date;
  /** Acting as the system at that moment, or as the person. */
  context(at: Date, actor?: Actor): Context;
  /** The person who signs in with that account. */
  person(account: string): Promise<Actor>;
  /** @throws Error for an entity without a screen */
  screen(entityKey: string): Screen;
  create(
    context: Context,
    entityKey: string,
    values: Readonly<Record<string, unknown>>,
    given?: Readonly<Record<string, unknown>>,
  ): Promise<Saved>;
}

export interface Seed<N extends string = string> {
  /** Key of the entity. */
  entity: string;
  /** The least a record takes; without it, what the definition says. */
  least?: Sample;
  rows?: SeedRows<N>;
  /**
   * Brings a stored record to where the guards of a transition hold, past the forms: what people would have typed by then.
   * @param wanted the state on whose way the transition is made, or null for the transition that is tested itself
   */
  fit?(world: SeedWorld, id: string, transition: string, wanted: string | null): Promise<void>;
  /** Rows of the demo that tie no several entities together, in all states. */
  demo?(pen: DemoPen): Promise<void>;
}

/** Keeps the names of rows for the compiler. */
export function seedOf<N extends string = never>(seed: Seed<N>): Seed<N> {
  return seed;
}

/** An invented credit code whose check character fits. */
export function inventedCreditCode(serial: number): string {
  const body = `91349902MADEM${String(serial % 10_000).padStart(4, "0")}`;
  return body + creditCodeCheck(body);
}
