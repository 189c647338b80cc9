import { describe, expect, test } from "vitest";
import {
  companyMailHost,
  creditCodeFits,
  foodLicenceFits,
  lackingOf,
  licencesEnd,
  licencesOnce,
  likeNames,
  maskedEmail,
  missingIn,
} from "~/modules/supplier-onboarding/supplier-registration/supplier-registration.rules";

const licence = {
  certificate_type: "business_license",
  certificate_no: "L-1",
  issue_date: "2024-03-01",
  valid_to: "2029-03-01" as string | null,
  is_long_term: false,
};

describe("注册申请的证照清单", () => {
  test("没有有效期、有效期早于发证日、长期又填有效期，各说各的", () => {
    const said = (more: object) => licencesEnd({ certificates: [licence, { ...licence, ...more }] });
    expect(said({})).toBeNull();
    expect(said({ valid_to: null })).toMatchObject({
      field: "certificates.1.valid_to",
      message: "请填写有效期，或勾选长期有效",
    });
    expect(said({ valid_to: null, is_long_term: true })).toBeNull();
    expect(said({ is_long_term: true })?.message).toBe("长期有效的证照不填有效期至");
    expect(said({ valid_to: "2024-02-29" })?.message).toBe("有效期至不能早于发证日期");
    expect(said({ valid_to: "2024-03-01" })).toBeNull();
  });

  test("同一张证照只填一次，生产许可证编号有自己的格式", () => {
    expect(licencesOnce({ certificates: [licence, licence] })?.field).toBe("certificates.1.certificate_no");
    const food = (certificate_no: string) => ({
      certificates: [{ ...licence, certificate_type: "food_production", certificate_no }],
    });
    expect(foodLicenceFits(food("SC1234"))?.message).toBe("食品生产许可证编号格式应为SC加14位数字");
    expect(foodLicenceFits(food("SC10434010100001"))).toBeNull();
  });

  test("生产商、委托加工商和包材生产商还要上传生产许可证", () => {
    const brought = { business_license: [{}] };
    expect(missingIn("licences", { ...brought, supplier_type: "trader" })).toEqual([]);
    expect(missingIn("licences", { ...brought, supplier_type: "oem" })).toEqual(["production_permit"]);
    expect(missingIn("licences", { supplier_type: "packaging", business_license: [] })).toEqual([
      "business_license",
      "production_permit",
    ]);
  });
});

test("校验位不对的信用代码和邮箱的遮盖", () => {
  expect(creditCodeFits({ uscc: "91340100MA2ABCDE10" })?.message).toBe("统一社会信用代码校验不通过，请核对");
  expect(maskedEmail("liming@example.com")).toBe("l***@example.com");
});

test("名称：只差公司形式的算相同，一个含另一个的算相近，太短的不算", () => {
  expect(likeNames("合肥绿野香料有限公司", "合肥绿野香料（有限责任公司）")).toBe("same");
  expect(likeNames("合肥绿野香料有限公司", "绿野香料股份有限公司")).toBe("like");
  expect(likeNames("绿野有限公司", "合肥绿野有限公司")).toBeNull();
  expect(likeNames("", "有限公司")).toBeNull();
});

test("邮箱域名：公司自己的才说明问题", () => {
  expect(companyMailHost("a@Lvye-Foods.cn")).toBe("lvye-foods.cn");
  for (const email of ["a@qq.com", "b@163.com", "c@example.com", "没有"]) expect(companyMailHost(email)).toBeNull();
});

test("必备资质：没有列出的说在清单上，列出而没有扫描件的说在各自的上传处", () => {
  const papers = [
    { type: "business_license", name: "营业执照" },
    { type: "food_production", name: "食品生产许可证" },
    { type: "iso22000", name: "ISO22000食品安全管理体系" },
  ];
  expect(lackingOf(papers, { certificates: [] })).toEqual([
    {
      field: "certificates",
      message:
        "请上传【营业执照】；请上传【食品生产许可证】；请上传【ISO22000食品安全管理体系】，并在清单中填写编号和有效期",
    },
  ]);
  const rows = papers.map(({ type }) => ({ certificate_type: type }));
  expect(lackingOf(papers, { certificates: rows, business_license: [{ id: "1" }] })).toEqual([
    { field: "production_permit", message: "请上传【食品生产许可证】" },
    { field: "other_papers", message: "请上传【ISO22000食品安全管理体系】" },
  ]);
  const scans = { business_license: [1], production_permit: [1], other_papers: [1] };
  expect(lackingOf(papers, { certificates: rows, ...scans })).toEqual([]);
  // A scan in the row of its certificate is one as well.
  const own = rows.map((row) => ({ ...row, files: [1] }));
  expect(lackingOf(papers, { certificates: own })).toEqual([]);
  expect(missingIn("licences", { certificates: own, supplier_type: "oem" })).toEqual([]);
});
