import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { menusOf } from "~/engine/session/menu.server";
import { personWith } from "../../support/conformance";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

/** Look at everything: administrators keep it running, 监察 and the responsible leader oversee it. */
const OVERSEERS = ["system_admin", "supervisor", "leader"];
/** Whoever leads people sees what they see. */
const LEADERS: Readonly<Record<string, string>> = {
  buyer: "purchase_manager",
  qa: "qa_manager",
  finance: "finance_lead",
};
/** Whoever works with documents looks up what these point at. */
const LOOKING_UP =
  "user_admin legal master_data buyer planner qa supplier_auditor factory_qc warehouse finance cashier".split(" ");

interface Shown {
  /** Roles the business names for the screen; each of them finds it in the menu. `supplier` is the supplier side. */
  to: string;
  /** Who may find it besides, for what the comment beside it says. */
  also?: readonly string[];
}

/** Every screen of what leads to a supplier one may buy from, and for whom it is. Written down by hand, not taken from the rights. */
const SCREENS: Readonly<Record<string, Shown>> = {
  "supplier-onboarding/prequalification": { to: "buyer qa finance purchase_manager" },
  "supplier-onboarding/preq-application": { to: "buyer qa finance purchase_manager" },
  "supplier-onboarding/preq-question": { to: "buyer purchase_manager supplier" },
  "supplier-onboarding/preq-notice": { to: "supplier" },
  "supplier-onboarding/my-preq": { to: "supplier" },
  // Who joins a company is settled by the administrator of its accounts.
  "supplier-onboarding/member-request": { to: "supplier_admin", also: ["buyer", "user_admin"] },
  // Quality looks at the papers of a newcomer before it is audited.
  "supplier-onboarding/supplier-registration": { to: "buyer purchase_manager", also: ["qa", "supplier_auditor"] },
  "supplier-onboarding/registration-invite": { to: "buyer purchase_manager" },
  "supplier-management/supplier-maintenance": {
    to: "buyer purchase_manager qa finance system_admin",
    // Codes and groups, contracts, delivery plans, audits: all of them look a supplier up.
    also: ["master_data", "legal", "planner", "supplier_auditor"],
  },
  "supplier-management/supplier-info": {
    to: "buyer qa finance supplier",
    also: ["master_data", "legal", "planner", "supplier_auditor"],
  },
  "supplier-management/supplier-supplement": {
    to: "buyer purchase_manager qa finance supplier",
    also: ["master_data"],
  },
  "supplier-management/supplier-certificate": {
    to: "buyer qa system_admin supplier",
    also: ["master_data", "legal", "planner", "supplier_auditor"],
  },
  "supplier-management/supplier-site": {
    to: "buyer qa supplier",
    also: ["master_data", "planner", "supplier_auditor"],
  },
  // Those who pay.
  "supplier-management/supplier-bank-account": { to: "buyer finance supplier", also: ["master_data", "cashier"] },
  "supplier-management/brand-supplier": { to: "buyer qa supplier", also: ["legal"] },
  "supplier-management/enterprise-risk": {
    to: "buyer qa purchase_manager system_admin",
    also: ["legal", "supplier_auditor"],
  },
  "supplier-management/first-trial": { to: "buyer qa leader", also: ["supplier_auditor"] },
  "supplier-management/assessment": { to: "buyer qa purchase_manager finance leader" },
  "supplier-management/my-admission": { to: "supplier" },
  "supplier-management/quality-audit": { to: "qa qa_manager supplier_auditor buyer supplier" },
  "supplier-management/sample-verification": {
    to: "qa qa_manager buyer factory_qc supplier",
    also: ["supplier_auditor"],
  },
  // Whoever scores by a template.
  "supplier-management/supplier-template": {
    to: "qa purchase_manager system_admin",
    also: ["buyer", "supplier_auditor", "factory_qc"],
  },
  "supplier-management/supplier-report": { to: "buyer purchase_manager qa leader" },
  "supplier-management/delivery-list": { to: "buyer qa purchase_manager supplier" },
  "supplier-management/inspection-report": { to: "supplier" },
  "supplier-management/inspection-due": { to: "supplier" },
  "supplier-management/supplier-warning": { to: "buyer qa system_admin supplier", also: ["supplier_auditor"] },
  // Quality sees why and until when somebody was let through; finance agrees where money goes out.
  "supplier-management/supplier-gate": {
    to: "buyer qa_manager purchase_manager leader",
    also: ["qa", "finance", "finance_lead"],
  },
  "supplier-management/gate-forecast": { to: "buyer qa purchase_manager", also: ["planner"] },
  "supplier-management/delivery-cycle": { to: "supplier" },
  "supplier-management/receiving-factory": { to: "supplier" },
  "supplier-performance/supplier-freeze": {
    to: "buyer qa purchase_manager leader finance supplier",
    also: ["supplier_auditor"],
  },
  "supplier-audit/audit-rule": { to: "qa_manager system_admin qa", also: ["buyer", "supplier_auditor"] },
  "supplier-audit/correction-list": {
    to: "qa buyer qa_manager supplier_auditor",
    // Rechecks what was put right in the plant.
    also: ["factory_qc"],
  },
  "supplier-audit/correction-report": { to: "supplier qa" },
  "supplier-audit/correction-report-audit": { to: "qa qa_manager", also: ["buyer", "supplier_auditor"] },
  "supplier-audit/audit-supplier-list": {
    to: "qa qa_manager",
    also: ["buyer", "purchase_manager", "supplier_auditor"],
  },
  "supplier-audit/audit-approval-record": { to: "qa_manager", also: ["purchase_manager"] },
  "base-data/audit-template": { to: "qa buyer", also: ["supplier_auditor"] },
  // Decides what may be received.
  "base-data/source-data": { to: "buyer master_data qa planner", also: ["warehouse"] },
  "master-data/company": { to: "master_data", also: LOOKING_UP },
  "master-data/factory": { to: "master_data", also: LOOKING_UP },
  "master-data/warehouse": { to: "master_data", also: LOOKING_UP },
  "master-data/purchase-org": { to: "master_data system_admin", also: LOOKING_UP },
  "master-data/material": { to: "master_data qa buyer", also: LOOKING_UP },
  "master-data/material-type": { to: "master_data", also: LOOKING_UP },
  "master-data/supplier-class": { to: "master_data qa buyer", also: LOOKING_UP },
  "master-data/field": { to: "system_admin master_data" },
  "master-data/deliver-cycle": { to: "buyer planner", also: ["master_data"] },
  // The result is money on the supplier's account.
  "master-data/delivery-assessment": { to: "planner purchase_manager", also: ["buyer", "finance_lead"] },
  "master-data/delivery-result": {
    to: "planner purchase_manager",
    also: ["buyer", "finance", "finance_lead"],
  },
  // Suppliers look at what was made of their deliveries, and object.
  "purchase-orders/own-delivery-result": { to: "supplier" },
  "master-data/undelivered-mail": { to: "planner", also: ["buyer", "purchase_manager", "master_data"] },
  "master-data/undelivered-mail-log": { to: "planner", also: ["buyer", "purchase_manager", "master_data"] },
  // Suppliers answer there when they will deliver.
  "purchase-orders/undelivered-notice": { to: "supplier" },
  "master-data/type-inspection-report": { to: "qa buyer", also: ["planner", "supplier_auditor"] },
  "master-data/type-inspection-due": { to: "qa buyer", also: ["planner", "supplier_auditor"] },
  "master-data/type-inspection-rule": { to: "qa", also: ["buyer", "master_data", "supplier_auditor"] },
};

/** Areas of which every screen stands above; of the others the ones an admission cannot do without. */
const WHOLE = ["supplier-onboarding", "supplier-management", "supplier-audit", "master-data"];

const rolesOf = ({ to }: Shown) => to.split(" ");
/** Everybody who may find the screen in the menu. */
function allowed({ to, also = [] }: Shown): Set<string> {
  const own = [...to.split(" "), ...also];
  const forStaff = own.some((role) => !role.startsWith("supplier") || role === "supplier_auditor");
  const leaders = own.flatMap((role) => LEADERS[role] ?? []);
  return new Set([...own, ...leaders, ...(forStaff ? OVERSEERS : [])]);
}

const STAFF = [
  ...new Set([...OVERSEERS, ...Object.values(LEADERS), ...LOOKING_UP, "log_auditor", "seal_admin", "expert"]),
];

describe("谁的菜单里有哪些屏", () => {
  const shownTo = async (context: Context) => {
    const text = JSON.stringify((await menusOf(context)).tops);
    const paths = new Set([...text.matchAll(/"\/([a-z-]+\/[a-z-]+)"/g)].map(([, path]) => path ?? ""));
    return new Set([...paths].filter((path) => path in SCREENS || WHOLE.includes(path.split("/")[0] ?? "")));
  };

  test("表里列出了这些区域的每一屏", () => {
    const known = world.engine.registry.screens
      .filter(({ menu }) => menu)
      .map(({ area, key }) => `${area}/${key}`)
      .filter((path) => WHOLE.includes(path.split("/")[0] ?? "") || path in SCREENS);
    expect(known.sort()).toEqual(Object.keys(SCREENS).sort());
  });

  test.each(STAFF)("%s 看到给他的每一屏，看不到不该给他的", async (role) => {
    const person = await personWith(world, role);
    const shown = await shownTo(person);
    for (const [path, screen] of Object.entries(SCREENS)) {
      if (rolesOf(screen).includes(role)) expect([...shown], path).toContain(path);
      if (!allowed(screen).has(role)) expect([...shown], path).not.toContain(path);
    }
    // What the menu shows can be opened, and nothing that can be opened is kept from it.
    for (const one of world.engine.registry.screens) {
      const path = `${one.area}/${one.key}`;
      if (path in SCREENS) expect(shown.has(path), path).toBe(one.menu && mayOnScreen(person, one, "query"));
    }
  });

  test.each(["supplier_admin", "supplier_user"])("%s 的菜单里正好有给供应商的屏", async (role) => {
    const shown = await shownTo(await personWith(world, role, world.ids.supplierA));
    const meant = Object.entries(SCREENS).filter(([, screen]) =>
      ["supplier", role].some((one) => rolesOf(screen).includes(one)),
    );
    expect([...shown].sort()).toEqual(meant.map(([path]) => path).sort());
  });
});
