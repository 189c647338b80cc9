import { Field } from "~/ui/form/fields/Field";
import { MantineFrame } from "~/ui/mantine/MantineFrame";
import { Facts } from "~/ui/record/Facts/Facts";
import { DataTable } from "~/ui/table/DataTable/DataTable";
import { Pager } from "~/ui/table/Pager/Pager";
import { FAULTY, LOCKED, NOTICES, PAGER, TABLE, TONES, USUAL } from "./samples";

export interface TestHomeModel {
  versions: { label: string; text: string }[];
  session: { label: string; text: string }[];
  permissions: { id: string; actions: string }[];
}

/** What runs here and for whom, and every control in every state it can be in: what a change of looks is judged by. */
export function TestHome({ model }: { model: TestHomeModel }) {
  const permissions = {
    caption: "权限",
    columns: [
      { key: "id", label: "权限", align: "start" as const },
      { key: "actions", label: "操作", align: "start" as const },
    ],
    rows: model.permissions.map(({ id, actions }) => ({ id, cells: [{ text: id }, { text: actions }] })),
  };
  return (
    <main className="th" id="main" tabIndex={-1}>
      <h1>测试主页</h1>
      <section aria-label="版本">
        <h2>版本</h2>
        <Facts facts={model.versions} />
      </section>
      <section aria-label="会话">
        <h2>会话</h2>
        <Facts facts={model.session} />
      </section>
      <section aria-label="当前权限">
        <h2>当前权限</h2>
        <DataTable table={permissions} scroll="inner" />
      </section>
      <section aria-label="控件示例">
        <h2>控件示例</h2>
        <MantineFrame>
          {/* Nothing is sent from here: the form is what gives the controls their looks. */}
          <form className="fm" method="get" noValidate>
            {[USUAL, FAULTY, LOCKED].map(({ title, controls }) => (
              <section key={title} aria-label={title}>
                <h3>{title}</h3>
                <div className="fm-grid">
                  {controls.map((control) => (
                    <Field key={control.name} control={control} />
                  ))}
                </div>
              </section>
            ))}
          </form>
        </MantineFrame>
        <h3>按钮</h3>
        <p className="th-row">
          {TONES.map(({ tone, label }) => (
            <button key={label} type="button" className="bt" data-tone={tone}>
              {label}
            </button>
          ))}
          <button type="button" className="bt" disabled>
            不可用
          </button>
        </p>
        <h3>消息</h3>
        {NOTICES.map(({ level, text }) => (
          <div key={level} className="no" data-level={level}>
            <p>{text}</p>
          </div>
        ))}
        <h3>表格与分页</h3>
        <DataTable table={TABLE} scroll="inner" />
        <Pager model={PAGER} />
      </section>
    </main>
  );
}
