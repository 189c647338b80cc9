import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { inspect } from "node:util";
import { CompactEncrypt, compactDecrypt } from "jose";
import { combine, split } from "shamir-secret-sharing";

/*
 * Content that stays closed until two people open it. Formats are standard ones written and read by libraries: JSON Web Encryption
 * (RFC 7516) and Shamir's sharing. Nothing here knows the database, a person or a document.
 */

/** How content is wrapped for a public key: an X25519 agreement of its own for each content, then AES-256-GCM under a key of its own. */
const FOR_KEY = { alg: "ECDH-ES+A256KW", enc: "A256GCM" } as const;
/** How a private key is locked by what a person remembers. */
const BY_PASSPHRASE = { alg: "PBES2-HS512+A256KW", enc: "A256GCM" } as const;
/** How a private key is locked by a file of 32 random bytes: nothing to stretch. */
const BY_FILE = { alg: "A256KW", enc: "A256GCM" } as const;

/** Rounds of PBKDF2 over SHA-512 for a passphrase: about three times what is advised today, 0.8 s of one core for each guess. */
export const PASSPHRASE_ROUNDS = 600_000;
/** Of three shares any two open. */
const SHARES = 3;
const NEEDED = 2;
const KEY_BYTES = 32;

const FILE_HEAD = "-----BEGIN OPENING KEY FILE-----";
const FILE_FOOT = "-----END OPENING KEY FILE-----";

/** Why something did not open: the wrong key or passphrase, content that belongs elsewhere, or bytes that are none of ours. */
export type SealFault = "wrong_secret" | "wrong_place" | "damaged" | "not_a_pair";

/** The one error of this module. It names the kind of fault alone: no key, passphrase or content is part of it. */
export class SealError extends Error {
  constructor(readonly fault: SealFault) {
    super(`sealed content did not open: ${fault}`);
    this.name = "SealError";
  }
}

/** A private key in memory. It shows itself in no log, message or JSON; only this module reads it. */
export class PrivateKey {
  readonly #bytes: Uint8Array;
  readonly #publicKey: string;
  #object: KeyObject | undefined;

  /** @throws SealError("not_a_pair") when the two do not belong together */
  constructor(bytes: Uint8Array, publicKey: string) {
    this.#bytes = Uint8Array.from(bytes);
    this.#publicKey = publicKey;
    let own: string | undefined;
    try {
      own = createPublicKey(this.toKeyObject()).export({ format: "jwk" }).x;
    } catch {
      throw new SealError("not_a_pair");
    }
    if (own !== pointOf(publicKey)) throw new SealError("not_a_pair");
  }

  get publicKey(): string {
    return this.#publicKey;
  }

  /** The 32 bytes, for this module's own work. */
  toBytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  /** Made once: the library remembers what it made of it, which is most of the time of opening many. */
  toKeyObject(): KeyObject {
    this.#object ??= createPrivateKey({
      key: {
        kty: "OKP",
        crv: "X25519",
        d: Buffer.from(this.#bytes).toString("base64url"),
        x: pointOf(this.#publicKey),
      },
      format: "jwk",
    });
    return this.#object;
  }

  toJSON(): string {
    return "[private key]";
  }

  toString(): string {
    return "[private key]";
  }

  [inspect.custom](): string {
    return "[private key]";
  }
}

/** What a person unlocks an opening key with. */
export type Secret = { kind: "passphrase"; text: string } | { kind: "file"; text: string };

/** A new pair: the public key as text that anybody may read, the private one in memory. */
export function makeSealPair(): { publicKey: string; privateKey: PrivateKey } {
  const jwk = generateKeyPairSync("x25519").privateKey.export({ format: "jwk" });
  const publicKey = JSON.stringify({ crv: "X25519", kty: "OKP", x: jwk.x });
  return { publicKey, privateKey: new PrivateKey(Buffer.from(jwk.d ?? "", "base64url"), publicKey) };
}

/**
 * Seals bytes for whoever has the private key.
 * @param about what the content belongs to, such as entity and id; it stands readable beside the content and cannot be changed
 */
export async function sealFor(publicKey: string, bytes: Uint8Array, about: string): Promise<string> {
  const key = createPublicKey({ key: { kty: "OKP", crv: "X25519", x: pointOf(publicKey) }, format: "jwk" });
  return new CompactEncrypt(bytes).setProtectedHeader({ ...FOR_KEY, about }).encrypt(key);
}

/**
 * Opens what `sealFor` sealed.
 * @throws SealError "wrong_secret" for another key, "wrong_place" for content of something else, "damaged" for changed bytes
 */
export async function openWith(privateKey: PrivateKey, sealed: string, about: string): Promise<Uint8Array> {
  const opened = await opening(sealed, privateKey.toKeyObject(), FOR_KEY);
  if (opened.about !== about) throw new SealError("wrong_place");
  return opened.bytes;
}

/** Parts a private key into three shares, of which any two give it back and one alone tells nothing. */
export async function splitKey(privateKey: PrivateKey): Promise<[Uint8Array, Uint8Array, Uint8Array]> {
  const [first, second, third] = await split(privateKey.toBytes(), SHARES, NEEDED);
  if (!first || !second || !third) throw new SealError("damaged");
  return [first, second, third];
}

/**
 * The private key of two shares. Sharing itself notices no wrong share: that the key fits the public one is checked here.
 * @throws SealError("not_a_pair")
 */
export async function joinKey(publicKey: string, shares: readonly [Uint8Array, Uint8Array]): Promise<PrivateKey> {
  let bytes: Uint8Array;
  try {
    bytes = await combine([...shares]);
  } catch {
    // Twice the same share, or bytes that are none.
    throw new SealError("not_a_pair");
  }
  return new PrivateKey(bytes, publicKey);
}

/** Locks a private key by a passphrase or a key file; what comes out may lie in the database. */
export async function lockKey(privateKey: PrivateKey, secret: Secret): Promise<string> {
  const encrypt = new CompactEncrypt(privateKey.toBytes());
  if (secret.kind === "file") return encrypt.setProtectedHeader({ ...BY_FILE }).encrypt(fileBytes(secret.text));
  return encrypt
    .setProtectedHeader({ ...BY_PASSPHRASE })
    .setKeyManagementParameters({ p2c: PASSPHRASE_ROUNDS })
    .encrypt(passphraseBytes(secret.text));
}

/** @throws SealError("wrong_secret") for a wrong passphrase or file */
export async function unlockKey(publicKey: string, locked: string, secret: Secret): Promise<PrivateKey> {
  const isFile = secret.kind === "file";
  const key = isFile ? fileBytes(secret.text) : passphraseBytes(secret.text);
  const { bytes } = await opening(locked, key, isFile ? BY_FILE : BY_PASSPHRASE);
  return new PrivateKey(bytes, publicKey);
}

/** The text of a new key file: kept by its owner alone, the product keeps nothing of it. */
export function newKeyFile(): string {
  return `${FILE_HEAD}\n${randomBytes(KEY_BYTES).toString("base64url")}\n${FILE_FOOT}\n`;
}

/** Whether a text is a key file at all, so that another file is not counted as a guess. */
export function isKeyFile(text: string): boolean {
  return fileBody(text) !== null;
}

/** SHA-256 of a text, as 64 hexadecimal digits: what both sides compare. */
export function fingerprintOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** The first 16 digits of a fingerprint in groups of four: enough to compare two of the own keys by eye. */
export function shortFingerprint(fingerprint: string): string {
  return fingerprint
    .slice(0, 16)
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, "$1 ");
}

async function opening(
  sealed: string,
  key: Uint8Array | KeyObject,
  { alg, enc }: { alg: string; enc: string },
): Promise<{ bytes: Uint8Array; about: unknown }> {
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: [alg],
      contentEncryptionAlgorithms: [enc],
      maxPBES2Count: PASSPHRASE_ROUNDS,
    });
    return { bytes: plaintext, about: protectedHeader.about };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    // The library does not tell a wrong key from a changed content, on purpose.
    const isWrong = code === "ERR_JWE_DECRYPTION_FAILED" || code === "ERR_JOSE_ALG_NOT_ALLOWED";
    throw new SealError(isWrong ? "wrong_secret" : "damaged");
  }
}

function pointOf(publicKey: string): string {
  try {
    const jwk: unknown = JSON.parse(publicKey);
    if (jwk && typeof jwk === "object" && "x" in jwk && typeof jwk.x === "string") return jwk.x;
  } catch {
    // Falls through to the one error there is.
  }
  throw new SealError("damaged");
}

/** The same passphrase is the same bytes, whatever keyboard wrote it. */
function passphraseBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text.normalize("NFKC"));
}

function fileBytes(text: string): Uint8Array {
  const body = fileBody(text);
  if (body === null) throw new SealError("wrong_secret");
  return body;
}

function fileBody(text: string): Uint8Array | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const from = lines.indexOf(FILE_HEAD);
  const body = Buffer.from(lines[from + 1] ?? "", "base64url");
  return from >= 0 && lines[from + 2] === FILE_FOOT && body.length === KEY_BYTES ? body : null;
}
