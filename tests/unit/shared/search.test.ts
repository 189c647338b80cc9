import { describe, expect, test } from "vitest";
import { speller } from "~/engine/search/pinyin.server";
import {
  beginningNeed,
  fulfils,
  gramsWithin,
  isFound,
  searchDocument,
  searchNeed,
  searchPhrase,
  searchWords,
} from "~/shared/search";

const spell = await speller();
const rowOf = (...values: string[]) => searchDocument(values, spell);
const finds = (values: readonly string[], typed: string) => isFound(rowOf(...values), typed);

describe("查得到", () => {
  test.each([
    ["名称中的一个字", ["花生仁"], "生"],
    ["名称中相邻的两个字", ["花生仁"], "生仁"],
    ["完整名称", ["花生仁"], "花生仁"],
    ["编码的任意一段，不分大小写", ["WL-00012A"], "l-00012a"],
    ["编码的一位", ["M0001"], "0"],
    ["拼音首字母", ["花生仁"], "hsr"],
    ["拼音首字母的一段", ["花生仁"], "sr"],
    ["拼音首字母，大写", ["花生仁"], "HSR"],
    ["全拼的开头", ["花生仁"], "huash"],
    ["从中间的字读起", ["花生仁"], "sheng"],
    ["全拼连读到底", ["花生仁"], "huashengren"],
    ["ü写作v", ["绿豆"], "lvdou"],
    ["几个词，分别落在编码和名称里", ["M0001", "花生仁"], "花生 m00"],
    ["从列表里整行粘贴", ["M0001", "花生仁"], "M0001 花生仁"],
    ["全角字母和数字", ["M0001"], "Ｍ０００１"],
    ["名称里写了全角", ["ＡＢＣ膜"], "abc"],
    ["字母、数字和汉字混写的首字母", ["5L玉米油(非转基因)"], "5lymy"],
    ["夹着标点的首字母", ["5L玉米油(非转基因)"], "yfzj"],
    ["名称里隔了空格", ["花生 仁"], "仁 花生"],
    ["百分号只是字", ["100%果汁"], "100%"],
    ["下划线只是字", ["A_1"], "a_1"],
    ["反斜杠只是字", ["a\\b"], "\\"],
    ["引号只是字", ["it's"], "'s"],
    ["生僻字", ["𠮷野家"], "𠮷"],
  ])("%s", (_label, values, typed) => {
    expect(finds(values, typed)).toBe(true);
  });

  test.each([
    ["单县食品", ["dx", "sx", "danxian", "shanxian"]],
    ["重庆火锅底料", ["cq", "chongqing"]],
    ["曾记粮油", ["cj", "zj", "cengji", "zengji"]],
    ["单氏食品", ["ds", "ss"]],
    ["仇家酱园", ["cj", "qj", "choujia", "qiujia"]],
    ["解记", ["jj", "xj"]],
    ["厦门", ["xm", "xiamen"]],
  ])("%s：普通读音和姓氏、地名读音都可以", (name, all) => {
    for (const typed of all) expect([typed, finds([name], typed)]).toEqual([typed, true]);
  });
});

describe("查不到", () => {
  test.each([
    ["别的字", ["花生仁"], "葵花"],
    ["顺序反了的字", ["花生仁"], "生花"],
    ["从一个字的读音中间开始", ["花生仁"], "ng"],
    ["前一字的韵尾和后一字的声母", ["面粉"], "nf"],
    ["首字母不相邻", ["花生仁"], "hr"],
    ["只有一部分词找到", ["M0001", "花生仁"], "花生 M0002"],
    ["通配符不代替别的字", ["花生仁"], "花%仁"],
    ["下划线不代替一个字", ["花生仁"], "花_仁"],
  ])("%s", (_label, values, typed) => {
    expect(finds(values, typed)).toBe(false);
  });
});

describe("存下来的内容", () => {
  test("词、首字母、逐字读音依次排列，各在一个空格之后", () => {
    expect(rowOf("M1", "花生仁").text).toBe(" m1 花生仁 hsr ^'huashengren 'shengren 'ren");
  });

  test("没有重复的片段，没有空的片段", () => {
    const { grams } = rowOf("aaaa aaaa", "妈妈妈妈", "");
    expect(new Set(grams).size).toBe(grams.length);
    expect(grams).not.toContain("");
  });

  test("没有内容的行什么也找不到，只输空格等于没有条件", () => {
    expect(rowOf("")).toEqual({ text: "", grams: [] });
    expect(finds([""], "a")).toBe(false);
    expect(finds([""], " 　 ")).toBe(true);
  });

  test("很长的文字只按开头查找，不会无限膨胀", () => {
    const { text, grams } = rowOf("花".repeat(4000));
    expect(text.length).toBeLessThan(2500);
    expect(grams.length).toBeLessThan(100);
  });
});

describe("输入的文字", () => {
  test("分成小写半角的词，重复的只算一次", () => {
    expect(searchWords(" Ｍ01　花生\t花生\u0000 m01 ")).toEqual(["m01", "花生"]);
  });

  test("超过一百个字的部分不算，不会截断一个字", () => {
    expect([...searchPhrase("𠮷".repeat(200))]).toHaveLength(100);
  });

  test("字母既按原文找，也按读音的开头找；数字和汉字只按原文找", () => {
    expect(searchNeed("huashengr")).toMatchObject({ grams: [expect.any(Array), ["'huashe"]], parts: ["huashengr"] });
    expect(searchNeed("0012")).toMatchObject({ grams: [["001", "012"]], parts: ["0012"] });
    expect(searchNeed("花生仁")).toEqual({ grams: [["花生", "生仁"]], parts: ["花生仁"] });
  });

  test("一个片段就能说清的词不必再读文字", () => {
    for (const word of ["生", "花生", "001", "h", "hs", "hsr"]) {
      expect([word, searchNeed(word).parts]).toEqual([word, null]);
      for (const set of searchNeed(word).grams) expect(set).toHaveLength(1);
    }
  });

  test("索引要的片段，找得到的行一定都有", () => {
    const { grams } = rowOf("WL-00012A", "5L玉米油(非转基因)");
    for (const word of ["wl-00012a", "l-0", "玉米油(非", "5lymyfzjy", "油(", "a"]) {
      const [written] = searchNeed(word).grams;
      expect([word, written?.filter((gram) => !grams.includes(gram))]).toEqual([word, []]);
    }
  });

  test("以输入开头的编码、名称、首字母和全拼认得出来", () => {
    const starts = (name: string, word: string) => fulfils(rowOf(name), beginningNeed(word));
    for (const word of ["花", "花生仁", "h", "hs", "hsr", "hua", "huasheng"])
      expect([word, starts("花生仁", word)]).toEqual([word, true]);
    for (const word of ["生", "生仁", "sr", "s", "sheng", "huashan"])
      expect([word, starts("花生仁", word)]).toEqual([word, false]);
    expect([starts("WL-0012", "wl-00"), starts("WL-0012", "0012")]).toEqual([true, false]);
    expect([starts("安徽单县食品", "anhuishanxian"), starts("安徽单县食品", "huishan")]).toEqual([true, false]);
  });
});

describe("先问索引的筛选", () => {
  test("文字在哪一行里，那一行就有它的全部片段：任意位置、大小写、夹着标点和空格", () => {
    const values = ["王伟强", "u012345", "Zhang.San-01", "李 小龙（二）", "QC_7%A", "a1b2c3"];
    const { grams } = rowOf(...values);
    const known = new Set(grams);
    for (const value of values) {
      const signs = [...value];
      for (let from = 0; from < signs.length; from += 1)
        for (let to = from + 1; to <= signs.length; to += 1) {
          const part = signs.slice(from, to).join("");
          for (const typed of [part, part.toUpperCase(), part.toLowerCase()])
            expect(
              gramsWithin(typed).filter((gram) => !known.has(gram)),
              `${value}: ${typed}`,
            ).toEqual([]);
        }
    }
    expect(gramsWithin("王伟")).toEqual(["王伟"]);
    expect(gramsWithin(" ")).toEqual([]);
  });
});
