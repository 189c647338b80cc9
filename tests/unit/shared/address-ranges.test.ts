import { expect, test } from "vitest";
import { rangeOf, readRange } from "~/shared/address-ranges";

test.each(["203.0.113.8", "203.0.113.0/24", "2001:db8::/32", "::1", "10.0.0.0/8"])("%s 是地址或网段", (part) => {
  expect(readRange(part)).not.toBeNull();
});

test.each([
  "203.0.113",
  "203.0.113.256",
  "203.0.113.8/33",
  "0.0.0.0/0",
  "::/0",
  "2001:db8::1::2",
  "abc",
  "10.0.0.0/",
  "1.2.3.04",
])("%s 不是，或者范围过大", (part) => {
  expect(readRange(part)).toBeNull();
});

test("地址在名单的哪一条里：网段、IPv6 和映射成 IPv6 的 IPv4 都算，读不懂的不算", () => {
  const list = "198.51.100.7、203.0.113.0/24, 2001:db8::/32；乱写";
  expect(rangeOf("203.0.113.200", list)).toBe("203.0.113.0/24");
  expect(rangeOf("::ffff:198.51.100.7", list)).toBe("198.51.100.7");
  expect(rangeOf("2001:DB8:5::1", list)).toBe("2001:db8::/32");
  expect([rangeOf("203.0.114.1", list), rangeOf("", list), rangeOf("203.0.113.1", null)]).toEqual([null, null, null]);
});
