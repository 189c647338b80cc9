import { describe, expect, test } from "vitest";
import { contactsOfQualified, creditCodeFits } from "~/modules/supplier-management/supplier/supplier.rules";

const business = { duty: "business", is_primary: true };
const quality = { duty: "quality", is_primary: false };

describe("供应商", () => {
  test("信用代码校验位", () => {
    expect(creditCodeFits({ uscc: "91000000000000000K" })).toBeNull();
    expect(creditCodeFits({ uscc: "91000000000000000A" })?.message).toBe("统一社会信用代码校验不通过，请核对");
  });

  test("合格和优选的要有业务主联系人和质量联系人", () => {
    const message = "请至少维护一名业务主联系人和一名质量联系人";
    expect(contactsOfQualified({ stage: "qualified", contacts: [business, quality] })).toBeNull();
    expect(contactsOfQualified({ stage: "qualified", contacts: [business] })?.message).toBe(message);
    expect(contactsOfQualified({ stage: "preferred", contacts: [quality] })?.message).toBe(message);
    const secondary = { ...business, is_primary: false };
    expect(contactsOfQualified({ stage: "qualified", contacts: [secondary, quality] })?.field).toBe("contacts");
  });

  test("还没合格的可以慢慢补", () => {
    expect(contactsOfQualified({ stage: "potential", contacts: [] })).toBeNull();
    expect(contactsOfQualified({ stage: null, contacts: [] })).toBeNull();
  });
});
