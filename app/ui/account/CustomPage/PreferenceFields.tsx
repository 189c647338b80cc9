import { PRIMARY_COLORS, type PreferenceName } from "~/shared/preferences";

interface Choice {
  value: string;
  label: string;
}
type Row =
  | { name: PreferenceName; label: string; choices: readonly Choice[]; help?: string }
  | { name: PreferenceName; label: string; choices?: undefined; help?: string };

const GROUPS: readonly { title: string; rows: readonly Row[] }[] = [
  {
    title: "外观",
    rows: [
      {
        name: "navTheme",
        label: "主题",
        choices: [
          { value: "light", label: "亮色" },
          { value: "dark", label: "暗色" },
        ],
      },
      { name: "primaryColor", label: "主题色", choices: PRIMARY_COLORS },
      { name: "colorWeak", label: "色弱模式", help: "换成红绿色盲也分得开的颜色，并在状态旁加符号" },
    ],
  },
  {
    title: "布局",
    rows: [
      {
        name: "layout",
        label: "导航模式",
        choices: [
          { value: "sidemenu", label: "侧边菜单" },
          { value: "topmenu", label: "顶部菜单" },
        ],
      },
      {
        name: "contentWidth",
        label: "内容宽度",
        help: "定宽仅在顶部菜单时有效",
        choices: [
          { value: "Fluid", label: "流式" },
          { value: "Fixed", label: "定宽" },
        ],
      },
      {
        name: "sidebarOpen",
        label: "侧栏展开",
        choices: [
          { value: "auto", label: "按窗口宽度" },
          { value: "1", label: "展开" },
          { value: "0", label: "收起" },
        ],
      },
      { name: "fixedHeader", label: "固定头部" },
      { name: "fixSiderbar", label: "固定侧栏" },
      { name: "autoHideHeader", label: "下滑隐藏头部", help: "向下滚动超过 300 像素时收起头部，向上滚动时出现" },
      { name: "multiTab", label: "多标签" },
    ],
  },
  {
    title: "列表",
    rows: [
      {
        name: "density",
        label: "表格密度",
        choices: [
          { value: "default", label: "宽松" },
          { value: "middle", label: "中等" },
          { value: "small", label: "紧凑" },
        ],
      },
      {
        name: "pageSize",
        label: "每页行数",
        choices: ["10", "20", "50", "100"].map((value) => ({ value, label: value })),
      },
      {
        name: "filtersOpen",
        label: "展开全部查询条件",
        help: "关闭时只显示一行，其余的点「展开」；在列表上展开或收起也会记住",
      },
    ],
  },
  {
    title: "网络",
    rows: [{ name: "lite", label: "极速模式", help: "页面不带脚本，适合慢网络和旧设备；全部功能照常可用" }],
  },
];

interface PreferenceFieldsProps {
  /** As forms carry them: `1`, `0`, `auto`, or the text itself. */
  values: Readonly<Record<string, string>>;
  errors?: readonly { name: string; message: string }[];
  /** The values are shown as they are given and changes are told; without it the form keeps them until it is sent. */
  onChange?: (name: PreferenceName, value: string) => void;
  /** Preferences that cannot be chosen now. */
  barred?: readonly PreferenceName[];
  /** Preferences that are not offered here. */
  without?: readonly PreferenceName[];
}

/** All preferences as radio buttons and check boxes; an unseen 0 before each box says that it is not ticked. */
export function PreferenceFields({ values, errors = [], onChange, barred = [], without = [] }: PreferenceFieldsProps) {
  const ticked = (isTicked: boolean) => (onChange ? { checked: isTicked } : { defaultChecked: isTicked });
  const notified = (name: PreferenceName, value: string) => (onChange ? { onChange: () => onChange(name, value) } : {});
  const row = ({ name, label, help, choices }: Row) => {
    const error = errors.find((one) => one.name === name)?.message;
    const described = [help ? `p-${name}-help` : "", error ? `f-${name}-error` : ""].filter(Boolean).join(" ");
    const about = {
      ...(described ? { "aria-describedby": described } : {}),
      ...(error ? { "aria-invalid": true as const } : {}),
    };
    const on = values[name] === "1";
    return (
      <div key={name} className="pf-row">
        {choices ? (
          <fieldset id={`f-${name}`} tabIndex={-1} {...about}>
            <legend>{label}</legend>
            <div>
              {choices.map(({ value, label: text }) => (
                <label key={value} data-colour={name === "primaryColor" ? value : undefined}>
                  <input
                    type="radio"
                    name={name}
                    value={value}
                    disabled={barred.includes(name)}
                    {...ticked(values[name] === value)}
                    {...notified(name, value)}
                  />
                  <span>{text}</span>
                </label>
              ))}
            </div>
          </fieldset>
        ) : (
          <label>
            <span>{label}</span>
            {onChange ? null : <input type="hidden" name={name} value="0" />}
            <input
              id={`f-${name}`}
              type="checkbox"
              name={name}
              value="1"
              {...about}
              {...ticked(on)}
              {...notified(name, on ? "0" : "1")}
            />
          </label>
        )}
        {help ? (
          <p className="pf-help" id={`p-${name}-help`}>
            {help}
          </p>
        ) : null}
        {error ? (
          <p className="er" id={`f-${name}-error`}>
            {error}
          </p>
        ) : null}
      </div>
    );
  };
  return (
    <>
      {GROUPS.map(({ title, rows }) => {
        const offered = rows.filter(({ name }) => !without.includes(name));
        return offered.length === 0 ? null : (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            {offered.map(row)}
          </section>
        );
      })}
    </>
  );
}
