import { expect, test } from "vitest";
import { documentText, isDeclared, namedTests } from "../../support/named-tests";

const DOCUMENT = documentText("docs/security-baseline.md");
/** What the baseline is about; a topic without a line is a promise nobody holds. */
const TOPICS = [
  "Token",
  "CSRF",
  "Passwords",
  "Enumeration",
  "Lock",
  "Rank rule",
  "Self rule",
  "Row rule",
  "Supplier wall",
  "Suffix trick",
  "Dictionaries",
  "Headers",
  "Export",
  "Errors",
  "Targets",
  "Size",
];

const lines = [...DOCUMENT.matchAll(/^\| ([A-Z][^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, topic = "", promise = "", held = ""]) => ({ topic, promise, tests: namedTests(held) }),
);

test("安全基线的每个题目都有一行，每一行都有测试守着，写到的测试都在", () => {
  expect([...new Set(lines.map(({ topic }) => topic))]).toEqual(TOPICS);
  expect(lines.filter(({ tests }) => tests.length === 0)).toEqual([]);
  const missing = lines.flatMap(({ topic, tests }) =>
    tests.filter((one) => !isDeclared(one)).map(({ file, name }) => `${topic}: ${file} 「${name}」`),
  );
  expect(missing).toEqual([]);
});
