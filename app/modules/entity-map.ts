import type { EntityMap, ReferenceFaults } from "~/engine/entity/entity-map";
import type { fieldOf } from "./master-data/field/field.entity";
import type { ContractLines } from "./registry-contract.server";
import type { MasterLines } from "./registry-master.server";
import type { PurchaseLines } from "./registry-purchase.server";
import type { SupplierLines } from "./registry-supplier.server";
import type { SystemLines } from "./registry-system.server";
import type { auditApprovalRecordOf } from "./supplier-audit/audit-approval-record/audit-approval-record.entity";
import type { approvalDeputyOf } from "./system-management/approval-deputy/approval-deputy.entity";
import type { approvalFlowOf } from "./system-management/approval-flow/approval-flow.entity";
import type { auditLogOf } from "./system-management/audit-log/audit-log.entity";
import type { passedWarningOf } from "./system-management/passed-warning/passed-warning.entity";
import type { reportDefinitionOf } from "./system-management/report-definition/report-definition.entity";

/*
 * What the compiler knows of every entity by its key: columns, rows, transitions, and the questions it answers. Read off the lines of the
 * registry, so that a line there is all it takes. Types only; nothing of it is there at run time.
 */
type Line = (PurchaseLines | SupplierLines | ContractLines | MasterLines | SystemLines)[number];
/** A line that is about what the others bring is a function of it. */
type Written<L> = L extends (...brought: never[]) => infer R ? R : L;
type Keyed = { readonly key: string };
type Defined<L> = L extends { readonly entity: infer D extends Keyed } ? D : never;
/** Definitions about all others: `registry.server.ts` makes them of the lines and puts them in place. */
type AboutAll =
  | typeof fieldOf
  | typeof auditApprovalRecordOf
  | typeof approvalDeputyOf
  | typeof approvalFlowOf
  | typeof auditLogOf
  | typeof passedWarningOf
  | typeof reportDefinitionOf;
type ByKey<D extends Keyed> = { [One in D as One["key"]]: One };
type Asked<L> = L extends { readonly entity: Keyed; readonly questions: unknown } ? L : never;

declare module "~/engine/entity/entity-map" {
  interface EntityMap extends ByKey<Defined<Written<Line>> | ReturnType<AboutAll>> {}
}

declare module "~/engine/entity/questions" {
  interface QuestionMap extends AnsweredBy<Asked<Written<Line>>> {}
}

type AnsweredBy<L extends { readonly entity: Keyed; readonly questions: unknown }> = {
  [One in L as One["entity"]["key"]]: One["questions"];
};

type SeedIn<L> = L extends { readonly seed: () => Promise<{ readonly seed: infer S }> } ? S : never;
type NamesIn<S> = S extends { readonly rows?: infer R }
  ? NonNullable<R> extends { readonly names: readonly (infer N)[] }
    ? N
    : never
  : never;
/** What tests call the rows of the small company. */
export type RowName = NamesIn<SeedIn<Written<Line>>> & string;

type None<Faults extends never> = Faults;
/** Does not compile while a reference names an entity, or a column of it, that is not there; the error says which. */
export type DefinitionsAgree = None<ReferenceFaults<EntityMap>>;
