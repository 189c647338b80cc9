import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const DECISIONS = path.join(ROOT, "docs/decisions");
/** Headings of `docs/decisions/0000-template.md`, in order. */
const HEADINGS = ["Context", "Decision", "Consequences", "How we would notice that it was wrong"];
const LONGEST_PAGE = 60;
/** Names in back quotes that stand for files of this repository; patterns, and what a build makes, do not. */
const OWN_PATH = /^((\.ci|app|docs|scripts|tests)\/[^\s*<>{}…]+|server\.ts|remix\.config\.js|package\.json)$/;

const documents = [
  "README.md",
  ...readdirSync(path.join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join("docs", name)),
];

/** The text of a document without its examples, which may name files that a reader makes. */
function prose(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8").replace(/^```[\s\S]*?^```/gm, "");
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, part]) => part ?? []);
}

describe.each(documents)("%s", (file) => {
  test("写到的仓库路径都存在", () => {
    const paths = found(prose(file), /`([^`\n]+)`/g).filter((name) => OWN_PATH.test(name));
    expect(paths.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  });

  test("链接和图片指向存在的文件", () => {
    const targets = found(prose(file), /\]\(([^)\s#]+)[^)]*\)/g).filter((target) => !/^https?:/.test(target));
    expect(targets.filter((target) => !existsSync(path.join(ROOT, path.dirname(file), target)))).toEqual([]);
  });
});

describe("决策记录", () => {
  const records = readdirSync(DECISIONS)
    .filter((name) => name !== "0000-template.md")
    .sort();

  // Numbers are given out before a record is written; one that was not needed leaves a gap.
  test("编号从一开始，不重复", () => {
    const numbers = records.map((name) => Number(name.slice(0, 4)));
    expect(numbers[0]).toBe(1);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test.each(records)("%s 按模板写，不超过一页", (name) => {
    const text = readFileSync(path.join(DECISIONS, name), "utf8");
    expect(text).toMatch(new RegExp(`^# ${name.slice(0, 4)}\\. \\S`));
    expect(text).toMatch(/^- Date: \d{4}-\d{2}-\d{2}$/m);
    expect(text).toMatch(/^- Status: (accepted|replaced by \d{4})$/m);
    expect(found(text, /^## (.+)$/gm)).toEqual(HEADINGS);
    expect(text.split("\n").length).toBeLessThanOrEqual(LONGEST_PAGE);
  });
});
