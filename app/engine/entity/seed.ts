import type { RawBuilder } from "kysely";
import { creditCodeCheck } from "~/shared/credit-code";
import type { Actor, Context, EngineServices } from "../context.server";
import type { Saved } from "../operations/transaction.server";
import type { AnyEntity } from "./define";
import type { Screen } from "./registry";

/*
 * What is known about an entity beside its definition, for those who need rows of it: tests and the demo. A seed lies beside its entity
 * (`<entity>.seed.ts`), and the line of the entity in the registry names it. The program itself never reads one, which import zones hold.
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

/** Who buys from a supplier of the demo, and for which factories, by code. */
export interface DemoBuyer {
  actor: Actor;
  factories: readonly string[];
  groups: readonly string[];
}

/** A supplier of the demo, and the person who acts for it. */
export interface DemoSupplier {
  id: string;
  name: string;
  /** Code of the second-level material type. */
  type: string;
  /** Code of the purchase group. */
  group: string;
  /** Whether orders and contracts may be made with it. */
  isAdmitted: boolean;
  paymentTerm: "cod" | "d30" | "d60" | "d90";
  buyer: DemoBuyer;
  actor: Actor;
}

/** Choices that come out the same on every machine. */
export interface DemoRandom {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  whole(least: number, most: number): number;
  /** True in so many of a hundred cases. */
  percent(chance: number): boolean;
  /** @throws Error for an empty list */
  pick<T>(list: readonly T[]): T;
  /** So many different entries in random order; all of them when there are not enough. */
  some<T>(list: readonly T[], count: number): T[];
}

/** What demo rows are written with: the operations people use, at moments that lie in the past, and what was told before. */
export interface DemoPen {
  services: EngineServices;
  /** The present; nothing of the demo happens after it. */
  readonly now: Date;
  readonly today: string;
  /** Suppliers in the order in which they are told of; none before they are. */
  readonly suppliers: readonly DemoSupplier[];
  /** The business day so many days ago; negative for days to come. */
  daysAgo(days: number): string;
  /** A time of a business day in China, cut off at the present. */
  moment(day: string, hour: number, minute?: number): Date;
  /** Acting as the system at that moment, or as the person. */
  context(at: Date, actor?: Actor): Context;
  /** The person who signs in with that account. */
  person(account: string): Promise<Actor>;
  /** Id of the row with that code. @throws Error where there is none */
  idOf(entityKey: CodedEntity, code: string): Promise<string>;
  /** @throws Error for an entity without a screen */
  screen(entityKey: string): Screen;
  /** Makes a record. `given` are values of fields that nobody types, such as the stage of a supplier. */
  create(
    context: Context,
    entityKey: string,
    values: Readonly<Record<string, unknown>>,
    given?: Readonly<Record<string, unknown>>,
  ): Promise<Saved>;
  /** Changes a record that was just made. */
  change(context: Context, entityKey: string, id: string, values: Readonly<Record<string, unknown>>): Promise<void>;
  /** Many writes of one person in one transaction: a commit costs more than most of them. */
  together<T>(context: Context, work: () => Promise<T>): Promise<T>;
  /** A picture that the person brings in for a field, `evidence` or `items.photos`. @throws Error for who may not fill it */
  picture(context: Context, entity: AnyEntity, field: string, name: string): Promise<string[]>;
  /** Choices that begin with this seed. */
  random(seed: number): DemoRandom;
}

/** What rows of the demo are looked up by their code in. */
export type CodedEntity =
  | "master-data/factory"
  | "master-data/material"
  | "master-data/material-type"
  | "master-data/company"
  | "master-data/purchase-org"
  | "purchase-management/market-index"
  | "user-administration/purchase-group";

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
  /** Rows of the demo in all states; longer ones stand in `<entity>.demo.ts`. `modules/demo` says when it is their turn. */
  demo?(pen: DemoPen): Promise<void>;
}

/** Keeps the names of rows for the compiler. */
export function seedOf<N extends string = never>(seed: Seed<N>): Seed<N> {
  return seed;
}

/**
 * A credit code that is well formed and belongs to nobody: its organisation part reads MADEM and a number.
 * @param region a province's code with a city code that was never given out
 */
export function inventedCreditCode(serial: number, region = "349902"): string {
  const body = `91${region}MADEM${String(serial % 10_000).padStart(4, "0")}`;
  return body + creditCodeCheck(body);
}

/** A mobile number of a prefix that no operator uses. */
export function inventedPhone(serial: number): string {
  return `100${String(10_000_000 + serial * 7919).slice(-8)}`;
}
