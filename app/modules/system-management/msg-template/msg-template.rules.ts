import { type Complaint, complain, ok } from "~/engine/entity";
import { LONGEST_SMS } from "~/shared/channels";
import type { Scenarios } from "~/shared/scenarios";
import { FILTERS, previewText, READER, unknownFilters, variablesIn, variablesText } from "~/shared/wording";

interface Template {
  scenario: string;
  title: string;
  content: string;
}

/** A variable nobody fills would stand in the message as it was typed. */
function variablesKnown({ title, content }: Template, names: readonly string[]): Complaint | null {
  for (const [field, text] of [
    ["title", title],
    ["content", content],
  ] as const) {
    const [unknown] = variablesIn(text ?? "").filter((name) => !names.includes(name));
    if (unknown !== undefined)
      return complain(
        field,
        `变量“${unknown}”不在场景变量中，可用变量：${names.map((name) => `{{${name}}}`).join("、")}`,
      );
  }
  return ok;
}

/** What stands behind a variable is a way of writing it that there is; the reader's name is written as it is. */
export function filtersKnown({ title, content }: Template): Complaint | null {
  for (const [field, text] of [
    ["title", title],
    ["content", content],
  ] as const) {
    const [unknown] = unknownFilters(text ?? "");
    if (unknown !== undefined)
      return complain(field, `格式“${unknown}”不存在，可用格式：${Object.keys(FILTERS).join("、")}`);
    if (new RegExp(`\\{\\{\\s*${READER}\\s*\\|`).test(text ?? "")) return complain(field, `变量“${READER}”不能加格式`);
  }
  return ok;
}

/** Braces that open or close no variable are a slip of the finger. */
export function bracesMatch({ title, content }: Template): Complaint | null {
  for (const [field, text] of [
    ["title", title],
    ["content", content],
  ] as const) {
    if (/\{\{|\}\}/.test((text ?? "").replace(/\{\{[^{}]*\}\}/g, "")))
      return complain(field, "双花括号没有成对，变量写作 {{变量}}");
  }
  return ok;
}

/** What of a text message its reader pays attention to, and the company pays for, is short; judged with the samples filled in. */
function smsFits({ channel, preview }: { channel: string; preview: string }): Complaint | null {
  return channel === "sms" && [...preview].length > LONGEST_SMS
    ? complain("content", `短信的标题和内容合计不能超过${LONGEST_SMS}字（按样例数据计算）`)
    : ok;
}

interface Revisions {
  revisions: readonly { revision: number }[];
}

/** Only a version that was there can come back. */
export function revisionExists({ revisions }: Revisions, input: Readonly<Record<string, unknown>>): Complaint | null {
  const wanted = Number(input.to_revision);
  return revisions.some((one) => one.revision === wanted)
    ? ok
    : complain("to_revision", `没有版本${wanted}，已有版本：${revisions.map((one) => one.revision).join("、")}`);
}

/** What of a template depends on the events there are. */
export function templateRules(scenarios: Scenarios) {
  const variablesOfScenario = (scenario: string) => scenarios[scenario]?.variables ?? {};
  return {
    /** Title and text as somebody would read them, with the samples of the scenario. */
    previewOf: ({ scenario, title, content }: Template) =>
      previewText(variablesOfScenario(scenario), { title: title ?? "", content: content ?? "" }),
    /** The variables the wording may use. */
    variablesOf: ({ scenario }: Pick<Template, "scenario">) => variablesText(variablesOfScenario(scenario)),
    smsFits: (template: Template & { channel: string }) =>
      smsFits({
        channel: template.channel,
        preview: previewText(variablesOfScenario(template.scenario), {
          title: template.title ?? "",
          content: template.content ?? "",
        }),
      }),
    variablesKnown: (template: Template) =>
      variablesKnown(template, [...Object.keys(variablesOfScenario(template.scenario)), READER]),
  };
}
