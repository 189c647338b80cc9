/** Characters of a unified social credit code (GB 32100-2015): digits and capitals without I, O, S, V, Z. */
const ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const LENGTH = 18;

/** What a well-formed code looks like, before its check character is looked at. */
export const CREDIT_CODE_PATTERN = /^[0-9A-HJ-NPQRTUWXY]{18}$/;

/**
 * Check character for the first 17 characters of a unified social credit code: weights are powers of 3 modulo 31.
 * @throws Error for a text that is shorter or holds other characters
 */
export function creditCodeCheck(body: string): string {
  let total = 0;
  let weight = 1;
  for (const sign of [...body].slice(0, LENGTH - 1)) {
    const value = ALPHABET.indexOf(sign);
    if (value < 0) throw new Error(`"${sign}" does not occur in credit codes`);
    total += value * weight;
    weight = (weight * 3) % ALPHABET.length;
  }
  if (body.length < LENGTH - 1) throw new Error("a credit code has 17 characters before its check character");
  return ALPHABET.charAt((ALPHABET.length - (total % ALPHABET.length)) % ALPHABET.length);
}

/** True for 18 characters of the alphabet whose last one fits the others. */
export function isCreditCode(code: string): boolean {
  return CREDIT_CODE_PATTERN.test(code) && creditCodeCheck(code) === code.charAt(LENGTH - 1);
}
