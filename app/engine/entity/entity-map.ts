import type { Condition } from "~/shared/condition";
import type { AnyEntity, Entity } from "./define";
import type { Fields } from "./field";
import type { Value } from "./kinds/kind";
import type { AnyRecord, BuiltIns, Values } from "./record";

/**
 * Definitions by entity key, for the compiler alone. The modules fill it in beside their registry (`app/modules/entity-map.ts`); the
 * engine knows none of them by name, and yet everything that is read by a key has the columns of that entity.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by declaration merging
export interface EntityMap {}

/** Key of a registered entity. */
export type EntityKey = keyof EntityMap & string;

/** What names an entity: its key; or its definition, where the entity is known only at run time and nothing can be checked. */
export type EntityName = EntityKey | AnyEntity;

/** A definition that was looked up by its key. */
export type Keyed<K extends string> = AnyEntity & { readonly key: K };

type KeyOf<N> = N extends { readonly key: infer K } ? K : N;
type DefinitionOf<N> = KeyOf<N> extends EntityKey ? EntityMap[KeyOf<N>] : never;

type RowIn<D> = D extends Entity<infer F, infer _L, infer S, infer _T, infer _K> ? StoredRow<F, S> : never;
type StoredRow<F extends Fields, S extends string> = BuiltIns<S> & Values<F>;
type LinesIn<D> = D extends Entity<infer _F, infer L, infer _S, infer _T, infer _K> ? L : never;
type TransitionsIn<D> = D extends Entity<infer _F, infer _L, infer _S, infer T, infer _K> ? T : never;

/** A stored row of an entity: its fields and what every row has. */
export type RowOf<N> = [KeyOf<N>] extends [EntityKey] ? RowIn<DefinitionOf<N>> : Record<string, unknown>;
/**
 * A record of an entity as its hooks see it: with the names and types of its definition. What a form requires may still be missing, as in
 * a draft; child rows stand under the names of their tables.
 */
export type RecordFor<N> = [KeyOf<N>] extends [EntityKey] ? WholeRecordIn<DefinitionOf<N>> : AnyRecord;
type WholeRecordIn<D> =
  D extends Entity<infer F, infer L, infer S, infer _T, infer _K>
    ? Plain<BuiltIns<[S] extends [never] ? string : S> & Unfinished<F> & ChildRows<L>>
    : never;
type Unfinished<F extends Fields> = { [N in keyof F]: Known<Values<F>[N]> | null };
// Of values a kind knows only at run time it is known that they can be stored.
type Known<V> = unknown extends V ? Value : V;
// Tables that are not named are none: their names would admit every other.
type ChildRows<L> = string extends keyof L
  ? unknown
  : {
      [P in keyof L]: L[P] extends { readonly fields: infer F extends Fields; readonly lines: infer C }
        ? Plain<{ id: string; line_no: number } & Unfinished<F> & ChildRows<C>>[]
        : never;
    };
// Written out and open to hooks that complete it, so that it is one of the records that are known only at run time.
type Plain<T> = { -readonly [N in keyof T]: T[N] };
/** A column of an entity's table. */
export type ColumnOf<N> = [KeyOf<N>] extends [EntityKey] ? keyof RowIn<DefinitionOf<N>> & string : string;
/** A condition over the columns of an entity's table. */
export type ConditionOn<N> = Condition<ColumnOf<N>>;
/** Keys of registers whose rows stand below others of their own. */
export type TreeKey = { [K in EntityKey]: "parent_id" extends ColumnOf<K> ? K : never }[EntityKey];
/** A transition of an entity, those of its approval included. */
export type TransitionOf<N> = [KeyOf<N>] extends [EntityKey]
  ? TransitionsIn<DefinitionOf<N>> | ApprovalTransition
  : string;
type ApprovalTransition = "approve" | "reject" | "send_back" | "hand_over" | "recall";

/** A table of child rows of an entity by its path: `items`, `items.schedules`. */
export type LinesOf<N> = [KeyOf<N>] extends [EntityKey] ? PathsIn<LinesIn<DefinitionOf<N>>> : string;
type PathsIn<L> = {
  [P in keyof L & string]: P | (L[P] extends { readonly lines: infer C } ? `${P}.${keyof C & string}` : never);
}[keyof L & string];
type LinesBy<L, P extends string> = P extends `${infer H}.${infer R}`
  ? H extends keyof L
    ? L[H] extends { readonly lines: infer C }
      ? LinesBy<C, R>
      : never
    : never
  : P extends keyof L
    ? L[P]
    : never;
type LineIn<L> = L extends { readonly fields: infer F extends Fields }
  ? { id: string; root_id: string; parent_id: string; line_no: number } & Values<F>
  : never;
/** A stored child row; `root_id` is the id of its record, `parent_id` that of the line above. */
export type LineRowOf<N, P extends string> = [KeyOf<N>] extends [EntityKey]
  ? LineIn<LinesBy<LinesIn<DefinitionOf<N>>, P>>
  : Record<string, unknown>;
/** A column of such a row. */
export type LineColumnOf<N, P extends string> = [KeyOf<N>] extends [EntityKey]
  ? keyof LineIn<LinesBy<LinesIn<DefinitionOf<N>>, P>> & string
  : string;

type FieldsIn<D> = D extends Entity<infer F, infer _L, infer _S, infer _T, infer _K> ? F : never;
type PointingFaults<F, At extends string> = string extends keyof F
  ? never
  : {
      [N in keyof F & string]: F[N] extends { readonly points?: { to: infer T extends string; columns: infer C } }
        ? T extends EntityKey
          ? // Of a condition that was put together at run time no columns are known.
            string extends C
            ? never
            : C extends ColumnOf<T> | "tenant_id"
              ? never
              : `${At}.${N}: "${T}" has no column "${C & string}"`
          : `${At}.${N}: there is no entity "${T}"`
        : F[N] extends {
              readonly pointsAtLine?: {
                to: infer T extends string;
                lines: infer P extends string;
                columns: infer C;
                lineColumns: infer D;
              };
            }
          ? LinePointFaults<{ to: T; lines: P; columns: C; lineColumns: D }, `${At}.${N}`>
          : never;
    }[keyof F & string];
interface LinePoint {
  to: string;
  lines: string;
  columns: unknown;
  lineColumns: unknown;
}
type LinePointFaults<P extends LinePoint, At extends string> = P["to"] extends EntityKey
  ? P["lines"] extends LinesOf<P["to"]>
    ?
        | UnknownColumn<P["columns"], ColumnOf<P["to"]> | "tenant_id", `${At}: "${P["to"]}"`>
        | UnknownColumn<P["lineColumns"], LineColumnOf<P["to"], P["lines"]>, `${At}: "${P["to"]}" ${P["lines"]}`>
    : `${At}: "${P["to"]}" has no lines "${P["lines"]}"`
  : `${At}: there is no entity "${P["to"]}"`;
// Of a condition that was put together at run time no columns are known.
type UnknownColumn<C, Known, At extends string> = string extends C
  ? never
  : C extends Known
    ? never
    : `${At} has no column "${C & string}"`;
// Tables that are known only at run time say nothing, and would go on for ever.
type LineFaults<L, At extends string> = string extends keyof L
  ? never
  : {
      [N in keyof L & string]: L[N] extends { readonly fields: infer F; readonly lines: infer M }
        ? PointingFaults<F, `${At}.${N}`> | NestedFaults<M, `${At}.${N}`>
        : never;
    }[keyof L & string];
type NestedFaults<L, At extends string> = string extends keyof L
  ? never
  : {
      [N in keyof L & string]: L[N] extends { readonly fields: infer F } ? PointingFaults<F, `${At}.${N}`> : never;
    }[keyof L & string];
/**
 * A sentence for every reference of a definition that points at no entity, or names a column (`within`, `only`) the other lacks. Asked
 * once all definitions are known: a definition that looked at the types of others while it is made would look at itself.
 */
export type ReferenceFaults<M> = {
  [K in keyof M & string]: PointingFaults<FieldsIn<M[K]>, K> | LineFaults<LinesIn<M[K]>, K>;
}[keyof M & string];
