import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { noteSealingKey, selectSealingKeys } from "~/data/sealed-content.server";
import type { EngineServices } from "../context.server";
import { fingerprintOf } from "../sealing/crypto.server";
import { KEY_BYTES } from "./envelope.server";

/** Name of the file with the key, in a folder of its own beside database and files: no copy of either takes it along. */
const KEY_FOLDER = "keys";
const KEY_FILE = "sealing.key";

/** The key of this installation, which lies outside the database. */
export interface Sealing {
  key: Uint8Array;
  /** Names the key without telling it. */
  fingerprint: string;
  /** Where it comes from, for people. */
  from: string;
}

/** @param text 32 bytes in base64 */
export function sealingOf(text: string, from: string): Sealing {
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== KEY_BYTES) throw new Error(`密封密钥（${from}）不正确：须为${KEY_BYTES}字节的 base64 文本`);
  return { key, fingerprint: fingerprintOf(`sealing key ${key.toString("base64")}`), from };
}

/** The installation's key: the setting, or else a file in the data folder, which is made where it is missing. */
export function readSealing({ sealingKey, dataDir }: { sealingKey: string | undefined; dataDir: string }): Sealing {
  if (sealingKey !== undefined) return sealingOf(sealingKey, "SEALING_KEY");
  const file = path.join(dataDir, KEY_FOLDER, KEY_FILE);
  if (!fs.existsSync(file)) {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const text = randomBytes(KEY_BYTES).toString("base64");
    try {
      fs.writeFileSync(file, `${text}\n`, { mode: 0o600, flag: "wx" });
    } catch (error) {
      // Another process of the same installation was faster.
      if (!fs.existsSync(file)) throw error;
    }
  }
  return sealingOf(fs.readFileSync(file, "utf8"), file);
}

/**
 * Tells the operator when the key is not the one this database was used with: what was locked with the other is not readable until that
 * one is back; everything else works.
 */
export async function checkSealing({ database, sealing, log, clock }: EngineServices): Promise<void> {
  await database.transaction({ role: "owner" }, async () => {
    const known = await selectSealingKeys(database.connection());
    if (known[0] !== undefined && known[0] !== sealing.fingerprint)
      log.error(
        { from: sealing.from, key: sealing.fingerprint, known },
        "密封密钥缺失或不是这个数据库原来的密钥：此前填写而未开启的密封内容和未保存的表单草稿读不到，请用 SEALING_KEY 或密钥文件恢复原来的密钥",
      );
    await noteSealingKey(database.connection(), sealing.fingerprint, clock().toISOString());
  });
}
