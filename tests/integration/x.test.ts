import { afterAll, expect, test } from "vitest";
import { openWorld } from "../support/world";
import { signIn, call } from "../support/rest";
import { createRecord } from "~/engine/operations/save.server";
const world = await openWorld();
afterAll(() => world.close());
test("x", async () => {
  const t = await signIn(world, "buyerA");
  console.log(JSON.stringify((await call(world, t, "GET", "/v2/user/info")).body).slice(0,500));
  console.log(JSON.stringify((await call(world, t, "POST", "/v2/contract-management/contract/page", {})).body).slice(0,1500));
  expect(1).toBe(1);
});
