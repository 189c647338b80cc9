import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { DEMO_ORDER } from "~/modules/demo/load-demo.server";
import { seeds } from "../../support/samples";

/** Rows of one entity are told by its seed. What stands in the folder of the demo ties several together, or is what the demo is written with. */
const STAYS: Readonly<Record<string, string>> = {
  "load-demo.server.ts": "the order of everything",
  // What the demo is written with.
  "demo-writer.server.ts": "the pen",
  "pictures.server.ts": "files for the pen",
  "random.ts": "choices for the pen",
  "accounts.ts": "who signs in, for the page of signing in and the start too",
  "welcome.ts": "what the start says of it",
  "places.ts": "invented cities of the suppliers",
  "goods.server.ts": "materials with the prices that orders, exemptions and large orders take",
  "openers.server.ts": "people with opening keys, for sealed inquiries",
  // The ground everything else stands on.
  "organisation.server.ts":
    "companies, purchasing organisations, groups, factories, material types and supplier classes name each other",
  "staff.server.ts": "accounts with factories and groups, of which they take charge",
  "suppliers.ts": "the ideas of the suppliers",
  "suppliers.server.ts": "suppliers with their accounts, buyers and classes",
  // Orders are told in steps, between which other documents come.
  "order-plan.ts": "the orders of eighteen months",
  "orders.server.ts": "orders of all suppliers with steps of buyers and suppliers in turn",
  "products.server.ts": "orders of goods made for the company, with packaging, after the ordinary ones",
  "large-orders.server.ts": "orders and the flows of approval",
  "order-prices.server.ts": "orders and the price book that was made of them",
  // Chains of documents.
  "receipts.server.ts": "what becomes of the orders: notes and receipts",
  "deliveries.server.ts": "one lorry: its note, certificates of goods, receipt and order",
  "slots.server.ts": "windows and the notes that book and lose them",
  "supplier-life.server.ts": "certificates, samples, sources, type inspections, freezes, exemptions, brands, orders",
  "supplier-papers.server.ts":
    "sites and certificates of all suppliers that deliver, filled up to what the stories have told",
  "further-states.server.ts": "freezes, exemptions, brands, reports, sources, risks and samples that no story ends in",
  "last-states.server.ts": "clauses, templates, forms, messages and news in the states that no story ends in",
  "sources.server.ts": "sources and type inspections of what the orders of all suppliers name",
  "departures.server.ts": "accounts out of use, and a supplier, its freeze and its accounts",
  "admissions.server.ts": "sheets, paths, flows, admissions, samples",
  "open-admissions.server.ts": "admissions with their sheet, committee and approval",
  "second-administrator.server.ts": "an account and the request of access that takes it",
  "admitted.server.ts": "admissions with their audits and samples, step by step",
  "conversion-tasks.server.ts": "tasks of the engine and the demand, shares and orders they make",
  "own-defaults.ts": "flows and rules of the company in the place of shipped ones",
  "inquiries.server.ts": "inquiries, quotes, parts of a bundle, price cases",
  "pooled-inquiries.server.ts": "pools and the inquiries that are made of them",
  "quote-parts.server.ts": "quotes and the templates they answer to",
  "office-approval.server.ts": "a flow, a price case and its inquiry",
  "people-sync.server.ts": "batches of the engine, which have no seed",
  "journals.server.ts": "journals of interfaces and mails, told of orders and materials",
};

const modules = path.resolve(import.meta.dirname, "../../../app/modules");

test("演示数据：一个实体自己的行在它旁边，demo目录只留把几个实体连起来的", () => {
  expect(readdirSync(path.join(modules, "demo")).sort()).toEqual(Object.keys(STAYS).sort());
});

test("演示数据：先后写在一处，每行有种子，没写到的排在最后", () => {
  const told = DEMO_ORDER.filter((step) => typeof step === "string");
  const known = seeds.flatMap(({ entity, demo }) => (demo ? [entity] : []));
  expect(told.filter((key, index) => !known.includes(key) || told.indexOf(key) !== index)).toEqual([]);
});

test("演示数据：长的行在<实体>.demo.ts，由旁边的种子取用", () => {
  const files = readdirSync(modules, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".demo.ts"));
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const folder = path.dirname(file);
    const name = path.basename(folder);
    const seed = path.join(modules, folder, `${name}.seed.ts`);
    expect(existsSync(seed), file).toBe(true);
    if (path.basename(file) === `${name}.demo.ts`)
      expect(readFileSync(seed, "utf8"), file).toContain(`"./${name}.demo"`);
  }
});
