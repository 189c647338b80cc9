import { describe, expect, test } from "vitest";
import {
  accountsOfContact,
  contactsOfQualified,
  creditCodeFits,
} from "~/modules/supplier-management/supplier/supplier.rules";

const business = { duty: "business", is_primary: true };
const quality = { duty: "quality", is_primary: false };

describe("供应商", () => {
  test("信用代码校验位", () => {
    expect(creditCodeFits({ uscc: "91000000000000000K" })).toBeNull();
    expect(creditCodeFits({ uscc: "91000000000000000A" })?.message).toBe("统一社会信用代码校验不通过，请核对");
  });

  test("联系人的账号按邮箱（不分大小写）或手机对应，都空着的不对应", () => {
    const [mail, mobile, bare] = [
      { email: "Li@a.cn", phone: null },
      { email: null, phone: "13800010001" },
      { email: null, phone: null },
    ];
    const all = [mail, mobile, bare];
    expect(accountsOfContact({ email: "li@A.cn ", phone: "13800010001" }, all)).toEqual([mail, mobile]);
    expect(accountsOfContact({ email: null, phone: "13900010001" }, all)).toEqual([]);
    expect(accountsOfContact({ email: "", phone: null }, all)).toEqual([]);
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
