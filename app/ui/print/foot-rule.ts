/** The style rule that puts a text at the foot of every page. Every sign is escaped, so no text can end the rule. */
export function footRule(text: string): string {
  return `@page{@bottom-left{content:"${escapedText(text)}"}}`;
}

/**
 * The same for the sheets of one of several records: they are named, so each has its own foot and its own side up. Pages are counted
 * through, since browsers count those of one name no other way, and say so.
 */
export function namedFootRule(name: string, { text, landscape }: { text: string; landscape: boolean }): string {
  const running = escapedText("连续打印第 ");
  return [
    `@page ${name}{size:A4${landscape ? " landscape" : ""};`,
    `@bottom-left{content:"${escapedText(text)}"}`,
    `@bottom-right{content:"${running}" counter(page) "${escapedText(" 页")}"}}`,
    `@media print{.pp#${name}{page:${name}}}`,
  ].join("");
}

function escapedText(text: string): string {
  return [...text].map((sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `).join("");
}
