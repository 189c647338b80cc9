import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import {
  fingerprintOf,
  isKeyFile,
  joinKey,
  lockKey,
  makeSealPair,
  newKeyFile,
  openWith,
  SealError,
  type Secret,
  sealFor,
  shortFingerprint,
  splitKey,
  unlockKey,
} from "~/engine/sealing/crypto.server";

const ABOUT = "receiving/supplier-quote/1";
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const fault = async (work: Promise<unknown>) =>
  work.then(
    () => "opened",
    (error: unknown) => (error instanceof SealError ? error.fault : String(error)),
  );

describe("用公钥密封的内容", () => {
  test("用私钥打开，只作为它所属的那份内容", async () => {
    const { publicKey, privateKey } = makeSealPair();
    const sealed = await sealFor(publicKey, bytesOf("单价 4711.08"), ABOUT);
    expect(sealed).not.toContain("4711");
    expect(textOf(await openWith(privateKey, sealed, ABOUT))).toBe("单价 4711.08");
  });

  test("每次密封都不同，相同的价格看不出相同", async () => {
    const { publicKey } = makeSealPair();
    const [one, other] = await Promise.all([1, 2].map(() => sealFor(publicKey, bytesOf("12.50"), ABOUT)));
    expect(one).not.toBe(other);
  });

  test("换一把私钥、当作别人的报价、改动以后，都打不开", async () => {
    const { publicKey, privateKey } = makeSealPair();
    const sealed = await sealFor(publicKey, bytesOf("12.50"), ABOUT);
    expect(await fault(openWith(makeSealPair().privateKey, sealed, ABOUT))).toBe("wrong_secret");
    expect(await fault(openWith(privateKey, sealed, "receiving/supplier-quote/2"))).toBe("wrong_place");
    const parts = sealed.split(".");
    const header = Buffer.from(JSON.stringify({ alg: "ECDH-ES+A256KW", enc: "A256GCM", about: "x" }));
    const forged = [header.toString("base64url"), ...parts.slice(1)].join(".");
    expect(await fault(openWith(privateKey, forged, "x"))).not.toBe("opened");
    expect(await fault(openWith(privateKey, "no sealed content", ABOUT))).toBe("damaged");
  });
});

describe("私钥分成三份", () => {
  test("任意两份合成私钥", async () => {
    const { publicKey, privateKey } = makeSealPair();
    const [a, b, c] = await splitKey(privateKey);
    const sealed = await sealFor(publicKey, bytesOf("12.50"), ABOUT);
    for (const pair of [[a, b] as const, [b, c] as const, [c, a] as const]) {
      expect(textOf(await openWith(await joinKey(publicKey, pair), sealed, ABOUT))).toBe("12.50");
    }
  });

  test("同一份用两次、两把私钥的份额，都合不成", async () => {
    const first = makeSealPair();
    const [a] = await splitKey(first.privateKey);
    const [, other] = await splitKey(makeSealPair().privateKey);
    expect(await fault(joinKey(first.publicKey, [a, a]))).toBe("not_a_pair");
    expect(await fault(joinKey(first.publicKey, [a, other]))).toBe("not_a_pair");
  });
});

describe("开启口令", () => {
  test("只有口令能解锁，与输入法的写法无关", async () => {
    const { publicKey, privateKey } = makeSealPair();
    const locked = await lockKey(privateKey, { kind: "passphrase", text: "ｃafe\u0301 白头山的雪很大" });
    const right: Secret = { kind: "passphrase", text: "caf\u00e9 白头山的雪很大" };
    expect((await unlockKey(publicKey, locked, right)).toBytes()).toEqual(privateKey.toBytes());
    expect(await fault(unlockKey(publicKey, locked, { kind: "passphrase", text: "白头山的雪很小" }))).toBe(
      "wrong_secret",
    );
    expect(await fault(unlockKey(publicKey, locked, { kind: "file", text: newKeyFile() }))).toBe("wrong_secret");
  });

  test("只有密钥文件能解锁", async () => {
    const { publicKey, privateKey } = makeSealPair();
    const file = newKeyFile();
    const locked = await lockKey(privateKey, { kind: "file", text: file });
    const onWindows = file.replaceAll("\n", "\r\n");
    expect((await unlockKey(publicKey, locked, { kind: "file", text: onWindows })).toBytes()).toEqual(
      privateKey.toBytes(),
    );
    expect(await fault(unlockKey(publicKey, locked, { kind: "file", text: newKeyFile() }))).toBe("wrong_secret");
    expect(await fault(unlockKey(publicKey, locked, { kind: "file", text: "a photo" }))).toBe("wrong_secret");
    expect(isKeyFile("a photo")).toBe(false);
  });

  test("写进日志或JSON时不露出私钥", () => {
    const { privateKey } = makeSealPair();
    const plain = Buffer.from(privateKey.toBytes());
    for (const text of [JSON.stringify({ privateKey }), `${privateKey}`, inspect({ privateKey }, { depth: 9 })]) {
      expect(text).toContain("[private key]");
      expect(text).not.toContain(plain.toString("base64url"));
    }
  });
});

test("指纹供双方核对", () => {
  const fingerprint = fingerprintOf("报价 XJ-1\n单价 12.50");
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(fingerprintOf("报价 XJ-1\n单价 12.51")).not.toBe(fingerprint);
  expect(shortFingerprint(fingerprint)).toMatch(/^([0-9A-F]{4} ){3}[0-9A-F]{4}$/);
});
