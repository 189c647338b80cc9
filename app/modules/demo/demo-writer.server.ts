import { type Actor, type Context, type EngineServices, systemContext } from "~/engine/context.server";
import type { AnyEntity } from "~/engine/entity";
import type { Screen } from "~/engine/entity/registry";
import type { CodedEntity, DemoPen, DemoRandom, DemoSupplier } from "~/engine/entity/seed";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { inTransaction, type Saved } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { actingAs, loadActor } from "~/engine/session/actor.server";
import { addDays, dayOf, readInstant } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { demoPicture } from "./pictures.server";
import { Random } from "./random";

/** Writes the demo through the same operations people use, at moments that lie in the past. */
export class DemoWriter implements DemoPen {
  /** The present; nothing of the demo happens after it. */
  readonly now: Date;
  readonly today: string;
  suppliers: readonly DemoSupplier[] = [];
  private readonly people = new Map<string, Actor>();
  private readonly coded = new Map<string, string>();

  readonly services: EngineServices;

  constructor(services: EngineServices) {
    // What suppliers quoted in the invented past was in time then.
    const shift = (context: Context) => services.storageShift?.(context) ?? 0;
    this.services = {
      ...services,
      storageShift: (context) => shift(context) + context.now.getTime() - services.clock().getTime(),
    };
    this.now = services.clock();
    this.today = dayOf(this.now);
  }

  /** The business day so many days ago; negative for days to come. */
  daysAgo(days: number): string {
    return addDays(this.today, -days);
  }

  /** A time of a business day in China, cut off at the present. */
  moment(day: string, hour: number, minute = 0): Date {
    const two = (value: number) => String(value).padStart(2, "0");
    const instant = readInstant(`${day} ${two(hour)}:${two(minute)}`);
    if (instant === null) throw new Error(`${day} is no day`);
    return new Date(Math.min(Date.parse(instant), this.now.getTime()));
  }

  /** Acting as the system at that moment, or as the person. */
  context(at: Date, actor?: Actor): Context {
    return actor ? actingAs(this.services, actor, at) : { ...systemContext(this.services, "演示数据"), now: at };
  }

  /** The person who signs in with that account. */
  async person(account: string): Promise<Actor> {
    const known = this.people.get(account);
    if (known) return known;
    const named = [where.eq("accountname", account)];
    const [row] = await unscopedRows(this.context(this.now), "system-management/user", ["id"], named);
    const actor = await loadActor(this.services, String(row?.id));
    this.people.set(account, actor);
    return actor;
  }

  /** Id of the row with that code. @throws Error where there is none */
  async idOf(entityKey: CodedEntity, code: string): Promise<string> {
    const key = `${entityKey} ${code}`;
    const known = this.coded.get(key);
    if (known) return known;
    const [row] = await unscopedRows(this.context(this.now), entityKey, ["id"], [where.eq("code", code)]);
    if (!row) throw new Error(`the demo has no ${key}`);
    this.coded.set(key, row.id);
    return row.id;
  }

  /** @throws Error for an entity without a screen */
  screen(entityKey: string): Screen {
    return this.services.registry.mainScreen(entityKey);
  }

  /**
   * Makes a record.
   * @param given values of fields that nobody types, such as the stage of a supplier
   */
  create(
    context: Context,
    entityKey: string,
    values: Readonly<Record<string, unknown>>,
    given: Readonly<Record<string, unknown>> = {},
  ): Promise<Saved> {
    const screen = this.screen(entityKey);
    return createRecord(context, { screen: { ...screen, initial: { ...screen.initial, ...given } }, values });
  }

  /** Changes a record that was just made. */
  async change(
    context: Context,
    entityKey: string,
    id: string,
    values: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await updateRecordBy(context, { screen: this.screen(entityKey), id, version: 1, values });
  }

  /** Many writes of one person in one transaction: a commit costs more than most of them. */
  together<T>(context: Context, work: () => Promise<T>): Promise<T> {
    return inTransaction(context, work);
  }

  /** A picture that the person brings in for a field. @throws Error for who may not fill it */
  picture(context: Context, entity: AnyEntity, field: string, name: string): Promise<string[]> {
    return demoPicture(context, entity, field, name);
  }

  /** Choices that begin with this seed. */
  random(seed: number): DemoRandom {
    return new Random(seed);
  }
}
