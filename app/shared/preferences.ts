/** How a person likes the interface; names and values as the catalogue of settings has them. */
export interface Preferences {
  /** Null: by the width of the window. */
  sidebarOpen: boolean | null;
  navTheme: "light" | "dark";
  layout: "sidemenu" | "topmenu";
  fixedHeader: boolean;
  fixSiderbar: boolean;
  autoHideHeader: boolean;
  contentWidth: "Fluid" | "Fixed";
  colorWeak: boolean;
  /** One of the presets, as `#rrggbb`. */
  primaryColor: string;
  multiTab: boolean;
  density: "default" | "middle" | "small";
  pageSize: 10 | 20 | 50 | 100;
  /** Lists show all their filters from the start. */
  filtersOpen: boolean;
  /** Pages without script. */
  lite: boolean;
}

export const STANDARD: Readonly<Preferences> = {
  sidebarOpen: null,
  navTheme: "light",
  layout: "sidemenu",
  fixedHeader: false,
  fixSiderbar: false,
  autoHideHeader: false,
  contentWidth: "Fluid",
  colorWeak: false,
  primaryColor: "#1677ff",
  multiTab: true,
  density: "default",
  pageSize: 20,
  filtersOpen: false,
  lite: false,
};

/** The nine main colours one can choose from. */
export const PRIMARY_COLORS = [
  { value: "#1677ff", label: "拂晓蓝" },
  { value: "#2f54eb", label: "极客蓝" },
  { value: "#722ed1", label: "酱紫" },
  { value: "#eb2f96", label: "洋红" },
  { value: "#f5222d", label: "薄暮" },
  { value: "#fa541c", label: "火山" },
  { value: "#faad14", label: "日暮" },
  { value: "#52c41a", label: "极光绿" },
  { value: "#13c2c2", label: "明青" },
] as const;

const YES_NO = [true, false] as const;

const OFFERED = {
  sidebarOpen: [null, true, false],
  navTheme: ["light", "dark"],
  layout: ["sidemenu", "topmenu"],
  fixedHeader: YES_NO,
  fixSiderbar: YES_NO,
  autoHideHeader: YES_NO,
  contentWidth: ["Fluid", "Fixed"],
  colorWeak: YES_NO,
  primaryColor: PRIMARY_COLORS.map(({ value }): string => value),
  multiTab: YES_NO,
  density: ["default", "middle", "small"],
  pageSize: [10, 20, 50, 100],
  filtersOpen: YES_NO,
  lite: YES_NO,
} as const;

export type PreferenceName = keyof typeof OFFERED;

/** What is said about a value that is not offered. */
const REFUSED: Readonly<Record<PreferenceName, string>> = {
  sidebarOpen: "侧栏展开只能选择自动、展开或收起",
  navTheme: "请选择亮色或暗色主题",
  layout: "请选择侧边菜单或顶部菜单",
  fixedHeader: "固定头部只能选择开启或关闭",
  fixSiderbar: "固定侧栏只能选择开启或关闭",
  autoHideHeader: "下滑隐藏头部只能选择开启或关闭",
  contentWidth: "请选择流式或定宽",
  colorWeak: "色弱模式只能选择开启或关闭",
  primaryColor: "请选择预置主题色",
  multiTab: "多标签只能选择开启或关闭",
  density: "请选择宽松、中等或紧凑",
  pageSize: "每页行数不正确",
  filtersOpen: "展开全部查询条件只能选择开启或关闭",
  lite: "极速模式只能选择开启或关闭",
};

const FIXED_NEEDS_TOP_MENU = "内容宽度“定宽”仅在顶部菜单时有效";

export function isPreference(name: string): name is PreferenceName {
  return Object.hasOwn(OFFERED, name);
}

export const PREFERENCE_NAMES = Object.keys(OFFERED).filter(isPreference);

/** A value as forms and addresses carry it: `1`, `0`, `auto`, or its own text. */
export function wireOf(value: string | number | boolean | null): string {
  if (value === null) return "auto";
  return typeof value === "boolean" ? (value ? "1" : "0") : String(value);
}

function pick<T extends string | number | boolean | null>(offered: readonly T[], given: unknown): T | undefined {
  const text = typeof given === "string" ? given.trim().toLowerCase() : null;
  return offered.find((one) => one === given || (text !== null && wireOf(one).toLowerCase() === text));
}

/** Preferences from what was stored: unknown names and values that are no longer offered give way to the standard. */
export function preferencesOf(stored: Readonly<Record<string, unknown>>): Preferences {
  const chosen: Preferences = {
    sidebarOpen: pick(OFFERED.sidebarOpen, stored.sidebarOpen) ?? STANDARD.sidebarOpen,
    navTheme: pick(OFFERED.navTheme, stored.navTheme) ?? STANDARD.navTheme,
    layout: pick(OFFERED.layout, stored.layout) ?? STANDARD.layout,
    fixedHeader: pick(OFFERED.fixedHeader, stored.fixedHeader) ?? STANDARD.fixedHeader,
    fixSiderbar: pick(OFFERED.fixSiderbar, stored.fixSiderbar) ?? STANDARD.fixSiderbar,
    autoHideHeader: pick(OFFERED.autoHideHeader, stored.autoHideHeader) ?? STANDARD.autoHideHeader,
    contentWidth: pick(OFFERED.contentWidth, stored.contentWidth) ?? STANDARD.contentWidth,
    colorWeak: pick(OFFERED.colorWeak, stored.colorWeak) ?? STANDARD.colorWeak,
    primaryColor: pick(OFFERED.primaryColor, stored.primaryColor) ?? STANDARD.primaryColor,
    multiTab: pick(OFFERED.multiTab, stored.multiTab) ?? STANDARD.multiTab,
    density: pick(OFFERED.density, stored.density) ?? STANDARD.density,
    pageSize: pick(OFFERED.pageSize, stored.pageSize) ?? STANDARD.pageSize,
    filtersOpen: pick(OFFERED.filtersOpen, stored.filtersOpen) ?? STANDARD.filtersOpen,
    lite: pick(OFFERED.lite, stored.lite) ?? STANDARD.lite,
  };
  return chosen.layout === "sidemenu" ? { ...chosen, contentWidth: "Fluid" } : chosen;
}

/** Those of the named preferences that differ from the standard; all that has to be kept. */
export function ownChoices(
  preferences: Preferences,
  names: readonly PreferenceName[] = PREFERENCE_NAMES,
): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    names.filter((name) => preferences[name] !== STANDARD[name]).map((name) => [name, preferences[name]]),
  );
}

/**
 * Some preferences changed. Names that do not exist are for the caller to refuse.
 * @param request new values by name, as they were sent
 * @returns the preferences that follow, or what is wrong by name
 */
export function changePreferences(
  current: Preferences,
  request: Readonly<Record<string, unknown>>,
): { preferences: Preferences } | { complaints: { field: PreferenceName; message: string }[] } {
  const complaints = PREFERENCE_NAMES.flatMap((field) =>
    request[field] === undefined || pick<string | number | boolean | null>(OFFERED[field], request[field]) !== undefined
      ? []
      : [{ field, message: REFUSED[field] }],
  );
  const preferences = preferencesOf({ ...current, ...request });
  // Leaving the top menu takes the fixed width along; asking for both is a mistake.
  if (complaints.length === 0 && request.contentWidth === "Fixed" && preferences.layout === "sidemenu")
    complaints.push({ field: "contentWidth", message: FIXED_NEEDS_TOP_MENU });
  return complaints.length > 0 ? { complaints } : { preferences };
}
