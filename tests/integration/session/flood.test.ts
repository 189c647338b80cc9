import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { newDeviceSecret } from "~/engine/session/device.server";
import { enter, outcome, rowsOf, setParameter } from "../../support/sign-in";
import { openWorld } from "../../support/world";

// Files share their process: the program is loaded anew around a counting argon2, and once more for the next file.
const hashing = vi.hoisted(() => {
  vi.resetModules();
  return { now: 0, most: 0, all: 0 };
});
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return {
    ...real,
    async verify(...given: Parameters<typeof real.verify>) {
      hashing.all += 1;
      hashing.now += 1;
      hashing.most = Math.max(hashing.most, hashing.now);
      return real.verify(...given).finally(() => {
        hashing.now -= 1;
      });
    },
  };
});

const world = await openWorld();
afterAll(async () => {
  await world.close();
  vi.doUnmock("@node-rs/argon2");
  vi.resetModules();
});

const ATTEMPTS = 10_000;
const ADDRESS = "203.0.113.50";
let device = "";

beforeAll(async () => {
  await setParameter(world, "security.login.perMinute", "20");
  device = await newDeviceSecret(world.engine);
  await enter(world, { account: "manager", newDeviceSecret: device });
});
beforeEach(() => {
  world.clock.advance(60 * 60_000);
  Object.assign(hashing, { now: 0, most: 0, all: 0 });
});

/** All of them within one moment, and how often each outcome came. */
async function flood(attempt: (at: number) => { account: string; ip: string }): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const outcomes = Array.from({ length: ATTEMPTS }, (_, at) =>
    outcome(enter(world, { password: `guess-${at}`, ...attempt(at) })),
  );
  for (const said of await Promise.all(outcomes)) counts[said] = (counts[said] ?? 0) + 1;
  return counts;
}

const address = (at: number) => `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;

test("一个地址一分钟一万次：至多核对20次密码，同时至多两次；同一地址上本人用过的浏览器和别处的人照常登录", async () => {
  const counts = await flood((at) => ({ account: `user-${at}`, ip: ADDRESS }));
  expect(counts).toEqual({ wrong_password: 20, too_often: ATTEMPTS - 20 });
  expect(hashing.all).toBe(20);
  expect(hashing.most).toBeLessThanOrEqual(2);
  expect(await outcome(enter(world, { account: "buyerA", ip: ADDRESS }))).toBe("too_often");
  expect(await outcome(enter(world, { account: "manager", ip: ADDRESS, deviceSecret: device }))).toBe("ok");
  expect(await outcome(enter(world, { account: "buyerA", ip: "203.0.113.51" }))).toBe("ok");
});

test.each(["planner", "no-such-person"])(
  "一万个地址猜同一个账号 %s：至多核对5次密码，锁定有效，别的账号照常登录",
  async (account) => {
    const counts = await flood((at) => ({ account, ip: address(at) }));
    expect(counts.wrong_password ?? 0).toBeLessThanOrEqual(4);
    expect(counts.ok).toBeUndefined();
    expect(hashing.all).toBeLessThanOrEqual(5);
    expect(await outcome(enter(world, { account, ip: "203.0.113.60" }))).toBe("locked");
    expect(await outcome(enter(world, { account: "buyerB", ip: "203.0.113.61" }))).toBe("ok");
  },
);

test("一万个地址猜一万个账号：处理中的和存下的都有上限，熟悉的浏览器中途也能登录", async () => {
  const before = (await rowsOf(world, "login_attempt", "account")).length;
  const flooding = flood((at) => ({ account: `name-${at}`, ip: address(at) }));
  const known = outcome(enter(world, { account: "manager", ip: "10.0.0.1", deviceSecret: device }));
  expect(await known).toBe("ok");
  const counts = await flooding;
  expect(counts).toEqual({ wrong_password: 40, too_often: ATTEMPTS - 40 });
  expect(hashing.most).toBeLessThanOrEqual(2);
  expect((await rowsOf(world, "login_attempt", "account")).length - before).toBe(40);
  expect(await outcome(enter(world, { account: "buyerA", ip: "203.0.113.62" }))).toBe("ok");
});

test("存在与不存在的账号：每一步的答复、计数和核对密码的次数都一样", async () => {
  const course = async (account: string) => {
    const steps: unknown[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      hashing.all = 0;
      const said = await outcome(enter(world, { account, password: "x", ip: `203.0.113.${70 + attempt}` }));
      const [row] = (await rowsOf(world, "login_attempt", "account")).filter((one) => one.account === account);
      steps.push([said, hashing.all, row?.failed, row?.locked_until === null]);
    }
    return steps;
  };
  expect(await course("finance")).toEqual(await course("finance-x"));
});
