import type { Actor } from "~/engine/context.server";
import { type DemoBuyer, inventedPhone } from "~/engine/entity/seed";
import { addAccount } from "~/engine/session/account.server";
import { loadActor } from "~/engine/session/actor.server";
import { hashPassword } from "~/engine/session/password.server";
import { GROUP_OF_TYPE } from "../master-data/material/material.demo";
import { DEMO_PASSWORD } from "./accounts";
import type { DemoWriter } from "./demo-writer.server";
import { GROUPS, type Ids, type Organisation } from "./organisation.server";

interface Person {
  account: string;
  name: string;
  role: string;
  /** Makes the telephone number. */
  seat: number;
  /** Codes of factories and purchase groups; without them the person sees all. */
  factories?: readonly string[];
  groups?: readonly string[];
}

/** The administrator is added last of all: whoever finds the account knows that the demo is complete. */
export const ADMINISTRATOR: Person = { account: "admin", name: "赵宇", role: "system_admin", seat: 1 };

const BUYERS = [
  {
    account: "buyer1",
    name: "王敏",
    role: "buyer",
    seat: 2,
    factories: ["1010", "1020"],
    groups: ["R01", "R02", "R03", "R04", "R05", "F01"],
  },
  {
    account: "buyer2",
    name: "陈浩",
    role: "buyer",
    seat: 3,
    factories: ["1020", "2010"],
    groups: ["R06", "R07", "F02", "B01", "B02", "B03"],
  },
] as const satisfies readonly Person[];

const OTHERS: readonly Person[] = [
  { account: "planner1", name: "刘洋", role: "planner", seat: 4, factories: ["1010", "1020"] },
  { account: "qa1", name: "孙丽", role: "qa", seat: 5 },
  { account: "warehouse1", name: "周强", role: "warehouse", seat: 6, factories: ["1010"] },
  { account: "finance1", name: "吴静", role: "finance", seat: 7 },
  { account: "legal1", name: "罗文", role: "legal", seat: 11 },
  { account: "useradmin1", name: "何敏", role: "user_admin", seat: 9 },
  { account: "qamanager1", name: "许静", role: "qa_manager", seat: 12 },
  { account: "auditor1", name: "方正", role: "log_auditor", seat: 10 },
  { account: "supervisor1", name: "严明", role: "supervisor", seat: 14 },
  { account: "financelead1", name: "秦岳", role: "finance_lead", seat: 15 },
  { account: "supplieraudit1", name: "薛青", role: "supplier_auditor", seat: 16 },
  { account: "factoryqc1", name: "柳宁", role: "factory_qc", seat: 17, factories: ["1010"] },
  { account: "masterdata1", name: "汪洁", role: "master_data", seat: 18 },
  { account: "sealadmin1", name: "石华", role: "seal_admin", seat: 19 },
];
const MANAGER: Person = { account: "manager1", name: "郑国华", role: "purchase_manager", seat: 8 };
/** Decides about large orders that are urgent; the buyers work for the manager, and he for her. */
const LEADER: Person = { account: "leader1", name: "沈岚", role: "leader", seat: 13 };

export interface Staff {
  buyers: readonly DemoBuyer[];
  manager: Actor;
  leader: Actor;
}

/** Adds an account that can sign in with the demo's password; answers its id. */
export async function addPerson(writer: DemoWriter, organisation: Organisation, person: Person): Promise<string> {
  const { services } = writer;
  const id = services.newId();
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const { groups = GROUPS.map((group) => group.code), factories } = person;
  const types = Object.keys(GROUP_OF_TYPE).filter((type) => groups.includes(GROUP_OF_TYPE[type] ?? ""));
  await services.database.transaction({ role: "owner" }, () =>
    addAccount(services, {
      id,
      account: person.account,
      name: person.name,
      userType: "internal",
      supplierId: null,
      email: `${person.account}@example.com`,
      phone: inventedPhone(800 + person.seat),
      passwordHash,
      mustChangePassword: false,
      roles: [person.role],
      scopes: {
        factory: factories ? idsOf(organisation.factories, factories) : "all",
        purchase_group: person.groups ? idsOf(organisation.groups, person.groups) : "all",
        material_type: person.groups ? idsOf(organisation.materialTypes, types) : "all",
      },
      at: writer.moment(writer.daysAgo(790), 9).toISOString(),
    }),
  );
  return id;
}

function idsOf(ids: Ids, codes: readonly string[]): string[] {
  return codes.flatMap((code) => ids.get(code) ?? []);
}

/** Accounts of the company's own people, who then get charge of groups and organisations. */
export async function loadStaff(writer: DemoWriter, organisation: Organisation): Promise<Staff> {
  const buyers: DemoBuyer[] = [];
  for (const person of BUYERS) {
    const actor = await loadActor(writer.services, await addPerson(writer, organisation, person));
    buyers.push({ actor, factories: person.factories, groups: person.groups });
  }
  for (const person of OTHERS) await addPerson(writer, organisation, person);
  const manager = await loadActor(writer.services, await addPerson(writer, organisation, MANAGER));
  const leader = await loadActor(writer.services, await addPerson(writer, organisation, LEADER));
  const context = writer.context(writer.moment(writer.daysAgo(789), 10));
  await writer.together(context, async () => {
    for (const { actor } of buyers) {
      await writer.change(context, "system-management/user", actor.id ?? "", { superior_id: manager.id });
    }
    await writer.change(context, "system-management/user", manager.id ?? "", { superior_id: leader.id });
    for (const id of organisation.orgs.values()) {
      await writer.change(context, "master-data/purchase-org", id, { leader_id: manager.id });
    }
    for (const [code, id] of organisation.groups) {
      const head = buyers.find((buyer) => buyer.groups.includes(code));
      await writer.change(context, "user-administration/purchase-group", id, { leader_id: head?.actor.id });
    }
  });
  return { buyers, manager, leader };
}
