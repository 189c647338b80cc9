import { describe, expect, test } from "vitest";
import {
  capabilitiesOf,
  cover,
  coverOf,
  isCommon,
  laidOut,
  reachesPage,
  seenBy,
  shown,
  triedIn,
} from "../../support/cover";

const has = new Map(shown.map((one) => [one.entity.key, capabilitiesOf(one)]));
const of = (key: string) => [...(has.get(key) ?? [])];

describe("定义的语言有代表", () => {
  test("三个以上的定义用到的每种能力，代表里都有", () => {
    const covered = new Set([...cover].flatMap(of));
    const missing = shown.flatMap(({ entity }) =>
      of(entity.key)
        .filter((capability) => isCommon(capability) && !covered.has(capability))
        .map((capability) => `${entity.label}：${capability}`),
    );
    expect(missing).toEqual([]);
    const all = new Set([...has.keys()].flatMap(of));
    console.info(`定义 ${shown.length} 个，能力 ${all.size} 种，代表 ${cover.size} 个`);
  });

  test("一个也不多：去掉任何一个，就少了某种能力", () => {
    for (const key of cover) {
      const others = new Set([...cover].flatMap((one) => (one === key ? [] : of(one))));
      expect(
        of(key).filter((capability) => isCommon(capability) && !others.has(capability)),
        key,
      ).not.toEqual([]);
    }
  });

  test("语言里新的选项，谁用了谁就成为代表，不必登记", () => {
    const plain = shown.find(({ entity }) => !cover.has(entity.key));
    if (!plain) throw new Error("every definition is needed");
    const [field] = Object.keys(plain.entity.fields);
    const entity = { ...plain.entity, list: { ...plain.entity.list, groupedBy: { field, folded: true } } };
    const chosen = coverOf([...shown.filter((one) => one !== plain), { ...plain, entity }]);
    expect([...capabilitiesOf({ ...plain, entity })].filter((one) => !of(entity.key).includes(one))).toEqual([
      "list.groupedBy",
      "list.groupedBy.field",
      "list.groupedBy.folded=true",
    ]);
    expect(chosen.map((one) => one.entity.key)).toContain(entity.key);
  });

  test("别人起的名字和写的话不算能力", () => {
    const said = [...has.values()].flatMap((all) => [...all]);
    expect(said.filter((one) => /[\p{Script=Han}\d]/u.test(one.replace(/ × lines \d$/, "")))).toEqual([]);
  });
});

describe("这次运行对哪些单据看行为", () => {
  const [first = "", second = ""] = shown.map(({ entity }) => entity.key).filter((key) => !cover.has(key));

  test("缺省是代表，加上改动过的", () => {
    expect([...triedIn({})].sort()).toEqual([...cover].sort());
    expect([...triedIn({ TEST_TOUCHED: `${first},${second}` })].sort()).toEqual([...cover, first, second].sort());
  });

  test("页面的布局看摆得出这些页面的代表，一种也不少", () => {
    const covered = new Set([...laidOut].flatMap(of));
    expect([...has.keys()].flatMap(of).filter((one) => isCommon(one) && reachesPage(one) && !covered.has(one))).toEqual(
      [],
    );
    expect(laidOut.size).toBeLessThan(cover.size);
  });
  test("每种测试的代表用到它看得出毛病的每种能力，合起来一种也不落下", () => {
    const aspects = ["rights", "lists", "moves", "records", "rest", "pages", "output"] as const;
    const all = [...new Set([...has.keys()].flatMap(of))].filter(isCommon);
    for (const aspect of aspects) {
      const keys = triedIn({}, aspect);
      const covered = new Set([...keys].flatMap(of));
      expect(
        all.filter((one) => seenBy(one).includes(aspect) && !covered.has(one)),
        aspect,
      ).toEqual([]);
      expect(keys.size, aspect).toBeLessThan(cover.size);
    }
    const together = new Set([...triedIn({}, ...aspects)].flatMap(of));
    expect(all.filter((one) => !together.has(one))).toEqual([]);
  });

  test("all 是全部，touched 只有改动过的；别的写法说出来", () => {
    expect(triedIn({ TEST_SCOPE: "all" }).size).toBe(shown.length);
    expect([...triedIn({ TEST_SCOPE: "touched", TEST_TOUCHED: first })]).toEqual([first]);
    expect(() => triedIn({ TEST_SCOPE: "some" })).toThrow("TEST_SCOPE is cover, all or touched, not some");
  });
});
