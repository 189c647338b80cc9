import { afterAll, expect, test } from "vitest";
import { AppError } from "~/engine/errors";
import { signIn } from "~/engine/session/session.server";
import { PASSWORD } from "../../support/company";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

/** What a sign-in leads to: `ok`, or the name of the refusal. */
async function attempt(account: string, password: string): Promise<string> {
  try {
    await signIn(world.engine, { account, password, ip: "10.0.0.9", device: "" });
    return "ok";
  } catch (error) {
    if (error instanceof AppError) return error.error;
    throw error;
  }
}

test("同时发出许多次登录也只能猜五次：之后连正确的密码也不再核对", async () => {
  const guesses = [...Array.from({ length: 30 }, (_, at) => `wrong-${at}`), PASSWORD];
  const outcomes = await Promise.all(guesses.map((password) => attempt("manager", password)));
  expect(outcomes.filter((outcome) => outcome === "wrong_password").length).toBeLessThanOrEqual(5);
  expect(outcomes).not.toContain("ok");
  expect(await attempt("manager", PASSWORD)).toBe("locked");
  // Once the wait is over it is the picture that is asked for, and the password is still not looked at.
  world.clock.advance(60_000);
  expect(await attempt("manager", PASSWORD)).toBe("captcha");
});
