import { expect, test } from "vitest";
import { muteTransitions } from "~/engine/entity/check-messages";
import { registry } from "~/modules/registry.server";

/** Documents of which it is not yet said whom their decisions tell, by area; a document leaves the list once and never comes back. */
const WAITING: Readonly<Record<string, readonly string[]>> = { "purchase-orders": ["purchase-order"] };

test("每张单据的提交和决定都说明告诉谁，或为什么不告诉；还没有说明的就是列出的这些", () => {
  const waiting = new Map<string, string[]>();
  for (const { entity } of registry.registrations) {
    if (muteTransitions(entity).length === 0) continue;
    const [area = "", noun = ""] = entity.key.split("/");
    waiting.set(area, [...(waiting.get(area) ?? []), noun].sort());
  }
  expect(Object.fromEntries(waiting)).toEqual(WAITING);
});
