import { randomBytes, randomInt } from "node:crypto";
import { countProof, giveProofBack, useProof } from "~/data/sign-in.server";
import { halfWidth } from "~/shared/text";
import type { EngineServices } from "../context.server";
import { drawSum } from "./captcha-picture.server";
import { isSame, signed, signInSecret } from "./device.server";
import { stored } from "./token.server";

export const CAPTCHA_LIFE_MS = 180_000;

export interface Captcha {
  id: string;
  /** A PNG as an address that holds it, so that the page stays one request. */
  picture: string;
}

/**
 * A sum to be read from a picture. Nothing is stored for it: the id says until when it holds and proves its answer, and only what
 * somebody tried to answer is remembered, so that asking for many costs nothing.
 */
export async function newCaptcha(services: EngineServices): Promise<Captcha> {
  const secret = await signInSecret(services);
  const [first, second] = [randomInt(10, 90), randomInt(1, 10)];
  const isSum = randomInt(2) === 0;
  const answer = String(isSum ? first + second : first - second);
  const head = `${(services.clock().getTime() + CAPTCHA_LIFE_MS).toString(36)}-${randomBytes(9).toString("base64url")}`;
  const id = `${head}.${signed(secret, "sum", head)}.${answerProof(secret, head, answer)}`;
  const drawn = drawSum(`${first}${isSum ? "+" : "-"}${second}=`);
  return { id, picture: `data:image/png;base64,${drawn.toString("base64")}` };
}

/** What the id of a picture holds of its answer: worth nothing without the installation's secret. */
export function answerProof(secret: string, head: string, answer: string): string {
  return signed(secret, "answer", `${head} ${answer}`);
}

/** True when the answer fits. Right or wrong, the id is used up by it. */
export async function provesCaptcha(services: EngineServices, id: string, typed: string): Promise<boolean> {
  const parts = id.split(".");
  const [head, given, proof] = parts;
  if (parts.length !== 3 || !head || !given || !proof || id.length > 100) return false;
  const secret = await signInSecret(services);
  if (!isSame(given, signed(secret, "sum", head))) return false;
  const until = Number.parseInt(head.split("-")[0] ?? "", 36);
  if (!(services.clock().getTime() < until)) return false;
  const isFirst = await stored(() =>
    useProof(services.database.connection(), `sum ${head}`, new Date(until).toISOString()),
  );
  const answer = halfWidth(typed).replace(/^0+(?=\d)/, "");
  return isFirst && isSame(proof, answerProof(secret, head, answer));
}

/** How long a form that was sent back may be put right without a new sum, and how often it may be sent. */
const FORM_LIFE_MS = 30 * 60_000;
const FORM_TRIES = 10;

/**
 * What a form carries whose sum was solved while something else was wrong: good for this form alone, for half an hour and ten tries,
 * until it is accepted. Decision 0064.
 * @param form what is filled in: a sum of another form does not count
 */
export async function solvedForm(services: EngineServices, form: string): Promise<string> {
  const until = services.clock().getTime() + FORM_LIFE_MS;
  const head = `${until.toString(36)}-${randomBytes(9).toString("base64url")}`;
  return `${head}.${signed(await signInSecret(services), `form ${form}`, head)}`;
}

export interface SolvedForm {
  /** Uses it up, before the form is accepted. False: another submission of it was accepted, or is about to be. */
  spend(): Promise<boolean>;
  /** After a refusal it holds on. */
  giveBack(): Promise<void>;
}

/** What a form brought back: null when it is none of this form's, over, or tried too often. Every submission counts. */
export async function openSolvedForm(
  services: EngineServices,
  form: string,
  token: string,
): Promise<SolvedForm | null> {
  const [head, given, ...rest] = token.split(".");
  if (!head || !given || rest.length > 0 || token.length > 100) return null;
  if (!isSame(given, signed(await signInSecret(services), `form ${form}`, head))) return null;
  const until = Number.parseInt(head.split("-")[0] ?? "", 36);
  if (!(services.clock().getTime() < until)) return null;
  const [proof, ends] = [`form ${head}`, new Date(until).toISOString()];
  const connection = services.database.connection();
  if (!(await stored(() => countProof(connection, { proof, most: FORM_TRIES, until: ends })))) return null;
  return {
    spend: () => stored(() => useProof(connection, proof, ends)),
    giveBack: () => stored(() => giveProofBack(connection, proof)),
  };
}
