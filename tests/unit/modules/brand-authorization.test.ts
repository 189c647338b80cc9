import { describe, expect, test } from "vitest";
import {
  brokenLink,
  effectiveEnd,
  endsAfterStart,
  linksProven,
  producerCodeFits,
} from "~/modules/supplier-management/brand-authorization/brand-authorization.rules";

const link = (grantor: string, grantee: string, valid_to = "2026-12-31") => ({ grantor, grantee, valid_to });
const person = { actorId: "p" };
const producer_name = "丰原食品（样例）";

describe("品牌授权", () => {
  const chain = [link(producer_name, "华东总代"), link("华东总代", "甲供应商", "2026-06-30")];

  test("授权链从品牌方逐级到供应商，断在哪里说哪里", () => {
    expect(brokenLink({ producer_name, chain }, "甲供应商")).toBeNull();
    expect(brokenLink({ producer_name, chain }, "乙供应商")?.message).toContain("最后一级被授权方应为乙供应商");
    const gap = [chain[0] ?? link("", ""), link("华北总代", "甲供应商")];
    expect(brokenLink({ producer_name, chain: gap })).toEqual({
      field: "chain.1.grantor",
      message: "授权链不完整：第2级授权方与上一级被授权方不一致",
    });
    expect(brokenLink({ producer_name: "别家", chain })?.field).toBe("chain.0.grantor");
    expect(brokenLink({ producer_name, chain: [] })?.field).toBe("chain");
  });

  test("名称中的空格不算不一致", () => {
    expect(brokenLink({ producer_name: "丰原 食品", chain: [link("丰原食品", "甲")] }, "甲 ")).toBeNull();
  });

  test("有效期取最早的一级", () => {
    expect(effectiveEnd({ valid_to: "2026-09-30", chain })).toBe("2026-06-30");
    expect(effectiveEnd({ valid_to: "2026-01-31", chain })).toBe("2026-01-31");
    expect(effectiveEnd({ valid_to: "2026-01-31", chain: [] })).toBe("2026-01-31");
  });

  test("每一级要有授权文件；截止不早于起始；代码有校验位，境外留空", () => {
    const papers = (...files: (readonly string[] | null)[]) => ({ chain: files.map((file) => ({ file })) });
    const bare = { field: "chain.1.file", message: "请上传第2级的授权文件" };
    for (const none of [null, []]) expect(linksProven(papers(["a"], none), {}, {}, person)).toEqual(bare);
    expect(linksProven(papers(["a"], null), {}, {}, { actorId: null })).toBeNull();
    expect(linksProven(papers(["a"], ["b"]), {}, {}, person)).toBeNull();
    expect(endsAfterStart({ valid_from: "2026-02-01", valid_to: "2026-01-31" })?.field).toBe("valid_to");
    expect(producerCodeFits({ producer_uscc: null })).toBeNull();
    expect(producerCodeFits({ producer_uscc: "123" })?.field).toBe("producer_uscc");
  });
});
