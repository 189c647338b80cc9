import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { fingerprintOf } from "~/engine/sealing/crypto.server";
import { keyedFingerprint, lock, unlock } from "~/engine/sealing-fields/envelope.server";
import { readSealing, sealingOf } from "~/engine/sealing-fields/own-key.server";
import { tempDir } from "../../../support/temp-dir";

const TEXT = Buffer.alloc(32, 9).toString("base64");
const UNSET = { sealingKey: undefined };

describe("系统的密封密钥", () => {
  test("没有设置时在数据目录的 keys 里生成，只有本用户可读，以后都用同一把", () => {
    const dataDir = path.join(tempDir("sealing"), "data");
    const first = readSealing({ ...UNSET, dataDir });
    const file = path.join(dataDir, "keys", "sealing.key");
    expect(first.from).toBe(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(Buffer.from(readFileSync(file, "utf8"), "base64")).toEqual(Buffer.from(first.key));
    expect(readSealing({ ...UNSET, dataDir })).toEqual(first);
    const other = readSealing({ ...UNSET, dataDir: path.join(tempDir("sealing"), "data") });
    expect(other.fingerprint).not.toBe(first.fingerprint);
  });

  test("设置优先于文件，也不生成文件；指纹不是密钥", () => {
    const dataDir = tempDir("sealing");
    const sealing = readSealing({ sealingKey: ` ${TEXT}\n`, dataDir });
    expect(sealing).toEqual(sealingOf(TEXT, "SEALING_KEY"));
    expect(existsSync(path.join(dataDir, "keys"))).toBe(false);
    expect(sealing.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(sealing.fingerprint).not.toBe(fingerprintOf(TEXT));
  });

  test("长度不对、被改坏的密钥不能启动，说明是哪里来的，不说出内容", () => {
    const dataDir = tempDir("sealing");
    const { from } = readSealing({ ...UNSET, dataDir });
    for (const text of ["", "short", Buffer.alloc(31, 1).toString("base64"), Buffer.alloc(33, 1).toString("base64")]) {
      writeFileSync(from, text);
      expect(() => readSealing({ ...UNSET, dataDir })).toThrow(`密封密钥（${from}）不正确：须为32字节的 base64 文本`);
    }
    expect(() => readSealing({ sealingKey: "not a key at all", dataDir })).toThrow(
      "密封密钥（SEALING_KEY）不正确：须为32字节的 base64 文本",
    );
  });
});

describe("上锁的内容", () => {
  const key = Buffer.alloc(32, 3);
  const about = "receiving/supplier-quote 1";

  test("只有同一把钥匙、同一条记录打得开，改过的打不开；同样的内容每次不同", () => {
    const locked = lock(key, Buffer.from("7918.2736"), about);
    expect(unlock(key, locked, about).toString()).toBe("7918.2736");
    expect(lock(key, Buffer.from("7918.2736"), about)).not.toBe(locked);
    expect(() => unlock(Buffer.alloc(32, 4), locked, about)).toThrow();
    expect(() => unlock(key, locked, "receiving/supplier-quote 2")).toThrow();
    const bytes = Buffer.from(locked, "base64");
    for (const at of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unlock(key, changed.toString("base64"), about)).toThrow();
    }
  });

  test("请求的指纹没有密钥算不出来", () => {
    expect(keyedFingerprint(key, "7918.2736")).not.toBe(fingerprintOf("7918.2736"));
    expect(keyedFingerprint(key, "7918.2736")).not.toBe(keyedFingerprint(Buffer.alloc(32, 4), "7918.2736"));
  });
});
