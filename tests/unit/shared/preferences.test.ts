import { describe, expect, test } from "vitest";
import { changePreferences, ownChoices, preferencesOf, STANDARD } from "~/shared/preferences";
import { asDropDowns } from "~/ui/shell/top-menu";

describe("界面设置", () => {
  test("存着的旧值和陌生值让位给默认值", () => {
    const stored = {
      navTheme: "dark",
      primaryColor: "#123456",
      pageSize: 30,
      density: null,
      sidebarOpen: "yes",
      other: 1,
    };
    expect(preferencesOf(stored)).toEqual({ ...STANDARD, navTheme: "dark" });
  });

  test("表单和接口两种写法是同一个值", () => {
    const typed = { fixedHeader: "1", multiTab: "0", sidebarOpen: "auto", pageSize: "50", primaryColor: "#722ED1" };
    const sent = { fixedHeader: true, multiTab: false, sidebarOpen: null, pageSize: 50, primaryColor: "#722ed1" };
    expect(preferencesOf(typed)).toEqual(preferencesOf(sent));
    expect(ownChoices(preferencesOf(typed))).toEqual({
      fixedHeader: true,
      multiTab: false,
      pageSize: 50,
      primaryColor: "#722ed1",
    });
  });

  test("没有的取值逐项说明，一项也不改", () => {
    expect(changePreferences(STANDARD, { navTheme: "dark", primaryColor: "red", pageSize: "30" })).toEqual({
      complaints: [
        { field: "primaryColor", message: "请选择预置主题色" },
        { field: "pageSize", message: "每页行数不正确" },
      ],
    });
  });

  test("定宽只在顶部菜单时可选，离开顶部菜单时自动取消", () => {
    const alone = changePreferences(STANDARD, { contentWidth: "Fixed" });
    expect(alone).toEqual({
      complaints: [{ field: "contentWidth", message: "内容宽度“定宽”仅在顶部菜单时有效" }],
    });
    const both = changePreferences(STANDARD, { contentWidth: "Fixed", layout: "topmenu" });
    if (!("preferences" in both)) throw new Error("refused");
    expect(both.preferences).toMatchObject({ contentWidth: "Fixed", layout: "topmenu" });
    expect(changePreferences(both.preferences, { layout: "sidemenu" })).toMatchObject({
      preferences: { contentWidth: "Fluid", layout: "sidemenu" },
    });
  });
});

describe("顶部菜单", () => {
  test("每组是一个下拉，打开页面时都收着；里面的层级不变", () => {
    const html =
      '<details data-d="a" open><summary>甲</summary><details data-d="b" open><summary>乙</summary></details></details><details data-d="c"></details>';
    expect(asDropDowns(html)).toBe(
      '<details data-d="a" name="top-menu" data-floating=""><summary>甲</summary><details data-d="b" open><summary>乙</summary></details></details><details data-d="c" name="top-menu" data-floating=""></details>',
    );
  });
});
