import { describe, expect, test } from "vitest";
import { gapsOf, REQUIRED_FACTS } from "~/modules/supplier-management/supplier-certificate/completeness.rules";
import {
  endStated,
  endsAfterIssue,
  leftText,
  licenceNumberFits,
  scanAttached,
  stillGood,
} from "~/modules/supplier-management/supplier-certificate/supplier-certificate.rules";
import { initialLimit } from "../../support/limits";

const dated = { issue_date: "2025-01-01", valid_to: "2026-01-01", is_long_term: false };
const facts = {
  today: "2025-03-10",
  now: "2025-03-10T01:00:00.000Z",
  actorId: "a",
  supplierId: null,
  limit: initialLimit,
};

describe("资质证照", () => {
  test("有效期不早于发证日期，要么有期限要么长期有效", () => {
    expect(endsAfterIssue(dated)).toBeNull();
    expect(endsAfterIssue({ ...dated, valid_to: "2024-12-31" })?.message).toBe("有效期至不能早于发证日期");
    expect(endStated({ ...dated, valid_to: null })?.message).toBe("请填写有效期，或勾选长期有效");
    expect(endStated({ ...dated, valid_to: null, is_long_term: true })).toBeNull();
    expect(endStated({ ...dated, is_long_term: true })?.field).toBe("valid_to");
  });

  test("食品生产许可证编号的格式，其他证照不管", () => {
    const licence = { certificate_type: "food_production", certificate_no: "SC10134010400011" };
    expect(licenceNumberFits(licence)).toBeNull();
    expect(licenceNumberFits({ ...licence, certificate_no: "SC1013401040001" })?.message).toBe(
      "食品生产许可证编号格式应为SC加14位数字",
    );
    expect(licenceNumberFits({ certificate_type: "haccp", certificate_no: "1" })).toBeNull();
  });

  test("过期的不能核验通过，没有扫描件的不能提交", () => {
    expect(stillGood({ valid_to: "2025-03-10" }, {}, {}, facts)).toBeNull();
    expect(stillGood({ valid_to: "2025-03-09" }, {}, {}, facts)?.message).toContain("不能核验通过");
    expect(scanAttached({ files: [] }, {}, {}, facts)?.field).toBe("files");
    expect(scanAttached({ files: [{}] }, {}, {}, facts)).toBeNull();
  });

  test("剩余天数的说法", () => {
    expect(["2025-03-13", "2025-03-10", "2025-03-08"].map((day) => leftText(day, "2025-03-10"))).toEqual([
      "剩3天",
      "今天到期",
      "已过期2天",
    ]);
  });
});

describe("资料完整度", () => {
  const whole = {
    supplier: Object.fromEntries(Object.keys(REQUIRED_FACTS).map((name) => [name, "x"])),
    duties: ["business", "quality"],
    hasAccount: true,
    sites: { needed: true, there: true },
    required: ["haccp"],
    valid: new Set(["haccp"]),
    label: (type: string) => type.toUpperCase(),
  };

  test("齐全是百分之百，缺什么说什么", () => {
    expect(gapsOf(whole)).toEqual({ facts: [], certificates: [], rest: [], percent: 100 });
    const gaps = gapsOf({
      ...whole,
      supplier: { ...whole.supplier, legal_person: "", payment_term: null },
      duties: ["business"],
      valid: new Set(),
      sites: { needed: true, there: false },
    });
    expect(gaps).toEqual({
      facts: ["法定代表人", "账期"],
      certificates: ["HACCP"],
      rest: ["质量联系人", "生产基地"],
      percent: 66,
    });
  });

  test("贸易商没有生产基地也算齐全", () => {
    expect(gapsOf({ ...whole, sites: { needed: false, there: false } }).percent).toBe(100);
  });
});
