import { expect, test } from "vitest";
import { muteTransitions } from "~/engine/entity/check-messages";
import { registry } from "~/modules/registry.server";

/** Areas whose documents say of every decision whom they tell, or why nobody. */
const AREAS = [
  "supplier-onboarding",
  "supplier-audit",
  "master-data",
  "base-data",
  "system-management",
  "user-administration",
  "contract-management",
];

test("这些领域的单据，提交和决定都说明告诉谁，或者为什么不告诉", () => {
  const documents = registry.registrations
    .map(({ entity }) => entity)
    .filter(({ key, kind }) => kind === "document" && AREAS.includes(key.split("/")[0] ?? ""));
  expect(documents.length).toBeGreaterThan(10);
  expect(
    documents.flatMap((entity) => muteTransitions(entity).map((transition) => `${entity.key}: ${transition}`)),
  ).toEqual([]);
});
