/** The style rule that puts a text at the foot of every page. Every sign is escaped, so no text can end the rule. */
export function footRule(text: string): string {
  const escaped = [...text].map((sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `).join("");
  return `@page{@bottom-left{content:"${escaped}"}}`;
}
