import { hash } from "@node-rs/argon2";
import { type Context, type EngineServices, systemContext } from "~/engine/context.server";
import type { CompanyWriter } from "~/engine/entity/seed";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { withSealed } from "~/engine/sealing-fields/content.server";
import { addAccount as storeAccount } from "~/engine/session/account.server";
import type { RowName } from "~/modules/entity-map";
import { where } from "~/shared/condition";
import { seeds } from "./samples";

export const PASSWORD = "Test@2025";

/**
 * The fixed small company of the tests, by name: `company`, `factory1`, `group2`, `supplierA`, `corn`, `contractA` …
 * and the ids of its accounts.
 */
export interface Company {
  ids: Readonly<Record<RowName, string>>;
  accounts: Readonly<Record<AccountName, string>>;
}

interface Account {
  name: string;
  role: string;
  factories?: readonly RowName[];
  groups?: readonly RowName[];
  types?: readonly RowName[];
  supplier?: RowName;
}

/** Buyer A works for factory 1 and group 1, buyer B for factory 2 and group 2; the rest of the staff sees all. */
const ACCOUNTS = {
  admin: { name: "管理员", role: "system_admin" },
  buyerA: { name: "甲采购", role: "buyer", factories: ["factory1"], groups: ["group1"] },
  buyerB: { name: "乙采购", role: "buyer", factories: ["factory2"], groups: ["group2"] },
  manager: { name: "采购经理", role: "purchase_manager" },
  masterData: { name: "主数据员", role: "master_data" },
  grainKeeper: { name: "谷物主数据员", role: "master_data", types: ["grainType"] },
  planner: { name: "计划员", role: "planner" },
  qa: { name: "质量员", role: "qa" },
  warehouse: { name: "仓管员", role: "warehouse", factories: ["factory1"] },
  finance: { name: "应付会计", role: "finance" },
  expert: { name: "评标专家", role: "expert" },
  legal: { name: "法务", role: "legal" },
  supplierA: { name: "甲供方", role: "supplier_admin", supplier: "supplierA" },
  supplierB: { name: "乙供方", role: "supplier_admin", supplier: "supplierB" },
  supplierClerkA: { name: "甲供方业务员", role: "supplier_user", supplier: "supplierA" },
} as const satisfies Record<string, Account>;
export type AccountName = keyof typeof ACCOUNTS;
export const ACCOUNT_NAMES = Object.keys(ACCOUNTS) as AccountName[];

/** The account as it was meant, wider than the literal. */
export function accountOf(name: AccountName): Account {
  return ACCOUNTS[name];
}

/** Rows before which the staff, and after which the people of suppliers come: scopes name what was made before. */
const SUPPLIERS = "supplier-management/supplier";

/** Fills an empty installation from the seeds; the same rows with the same names every time. */
export async function makeCompany(engine: EngineServices): Promise<Company> {
  const context = systemContext(engine, "测试数据");
  const rows = new Map<string, string>();
  const accounts = new Map<AccountName, string>();
  const addAccounts = async (isSupplier: boolean) => {
    for (const name of ACCOUNT_NAMES)
      if (Boolean(accountOf(name).supplier) === isSupplier) accounts.set(name, await addAccount(engine, name, rows));
  };
  for (const seed of seeds) {
    if (seed.entity === SUPPLIERS) await addAccounts(false);
    await seed.rows?.make(writerOf(context, seed.entity, { rows, accounts }));
    if (seed.entity === SUPPLIERS) await addAccounts(true);
  }
  return { ids: complete(ROW_NAMES, rows), accounts: complete(ACCOUNT_NAMES, accounts) };
}

// The names of all seeds, which the compiler knows one by one.
const ROW_NAMES = seeds.flatMap((seed) => seed.rows?.names ?? []) as RowName[];

/** Writes rows of one entity. */
function writerOf(
  context: Context,
  key: string,
  made: { rows: Map<string, string>; accounts: ReadonlyMap<string, string> },
): CompanyWriter {
  const found = (all: ReadonlyMap<string, string>, name: string) => {
    const id = all.get(name);
    if (id === undefined) throw new Error(`The company of the tests lacks "${name}"`);
    return id;
  };
  const at = (name: string) => found(made.rows, name);
  return {
    add: async (name, values, given = {}) => {
      made.rows.set(name, await addRow(context, key, values, given));
    },
    at,
    account: (name) => found(made.accounts, name),
    role: async (code) => {
      const [row] = await unscopedRows(context, "system-management/role", ["id"], [where.eq("code", code)]);
      return row?.id ?? "";
    },
    move: async (name, transition, more = {}) => {
      const entity = context.services.registry.entity(key);
      // In the place of whoever wrote it.
      await applyTransition(withSealed(context), { entity, id: at(name), name: transition, ...more });
    },
  };
}

function complete<K extends string>(names: readonly K[], found: ReadonlyMap<string, string>): Record<K, string> {
  return Object.fromEntries(
    names.map((name) => {
      const id = found.get(name);
      if (id === undefined) throw new Error(`The company of the tests lacks "${name}"`);
      return [name, id];
    }),
  ) as Record<K, string>;
}

/** Makes a row as the system would; `given` sets fields that nobody types, such as the stage of a supplier. */
async function addRow(
  context: Context,
  key: string,
  values: Record<string, unknown>,
  given: Record<string, string | boolean>,
): Promise<string> {
  const screen = context.services.registry.mainScreen(key);
  const started = { ...screen, initial: { ...screen.initial, ...given } };
  return (await createRecord(context, { screen: started, values })).id;
}

/**
 * The people of the tests prove their passwords hundreds of times in a run; what a hash costs in the product is asked where one is changed.
 * How dear it is stands in the hash itself, so that this one is checked as any other.
 */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let passwordHash: Promise<string> | undefined;

async function addAccount(
  engine: EngineServices,
  name: AccountName,
  rows: ReadonlyMap<string, string>,
): Promise<string> {
  const account = accountOf(name);
  const id = engine.newId();
  passwordHash ??= hash(PASSWORD, CHEAP);
  const proven = await passwordHash;
  const idsOf = (names: readonly RowName[] | undefined) => (names ? names.map((one) => rows.get(one) ?? "") : "all");
  await engine.database.transaction({ role: "owner" }, () =>
    storeAccount(engine, {
      id,
      account: name,
      name: account.name,
      userType: account.supplier ? "supplier" : "internal",
      supplierId: account.supplier ? (rows.get(account.supplier) ?? "") : null,
      email: null,
      phone: null,
      passwordHash: proven,
      mustChangePassword: false,
      roles: [account.role],
      scopes: {
        factory: idsOf(account.factories),
        purchase_group: idsOf(account.groups),
        material_type: idsOf(account.types),
      },
      at: engine.clock().toISOString(),
    }),
  );
  return id;
}
