import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

/** Bytes of a content key and of the installation's key: AES-256. */
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Locks bytes with AES-256-GCM.
 * @param about what they belong to; bound in, so that what is locked for one record opens for no other
 */
export function lock(key: Uint8Array, bytes: Uint8Array, about: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(about));
  const locked = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), locked]).toString("base64");
}

/** The bytes that were locked. @throws Error where key, text or what it belongs to is another */
export function unlock(key: Uint8Array, locked: string, about: string): Buffer {
  const bytes = Buffer.from(locked, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/** A fingerprint that tells nothing to whoever lacks the key, though few texts are possible. */
export function keyedFingerprint(key: Uint8Array, text: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}
