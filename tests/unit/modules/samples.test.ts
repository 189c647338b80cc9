import { expect, test } from "vitest";
import type { Field } from "~/engine/entity";
import { defaultChoice } from "~/engine/entity/dictionary";
import { registry } from "~/modules/registry.server";
import { samples } from "../../support/samples";

const refs = { id: (key: string) => key, serial: 7 };
const withScreen = registry.registrations.filter(({ entity }) => registry.screensOf(entity.key).length > 0);

test("每个有界面的对象都有样例", () => {
  expect(Object.keys(samples).sort()).toEqual(withScreen.map(({ entity }) => entity.key).sort());
});

test.each(withScreen.map(({ entity }) => ({ key: entity.key, entity })))(
  "$key 的样例只用已有字段，必填项齐全",
  ({ entity }) => {
    const values = samples[entity.key]?.sample(refs) ?? {};
    for (const name of Object.keys(values)) expect(entity.fields[name] ?? entity.lines[name], name).toBeDefined();
    const missing = Object.entries<Field>(entity.fields).flatMap(([name, { presence, options, kind }]) => {
      const isFilled =
        name in values ||
        kind === "yesNo" ||
        options.initial !== undefined ||
        defaultChoice({ kind, options, presence: "required" }) !== null ||
        options.numbering ||
        options.system;
      const isCopied = Object.values<Record<string, string>>(entity.fillFrom ?? {}).some((copies) => name in copies);
      return presence === "required" && !isFilled && !isCopied ? [name] : [];
    });
    expect(missing).toEqual([]);
    for (const key of samples[entity.key]?.needs ?? []) expect(registry.entity(key).key).toBe(key);
  },
);
