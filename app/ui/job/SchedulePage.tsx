import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";

interface Option {
  value: string;
  label: string;
}

export interface ScheduleModel {
  title: string;
  action: string;
  cancelHref: string;
  now: string;
  expression: string;
  zone: string;
  zones: Option[];
  usual: Option[];
  modes: Option[];
  fields: { key: string; label: string; range: string; mode: string; a: string; b: string }[];
  problem?: string;
  reading?: string;
  times?: string[];
  refused?: string;
  version: string;
  csrf: string;
  once: string;
}

function Choices({ options }: { options: readonly Option[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** Editor of a schedule: asking is a form of its own that changes nothing, keeping is another. */
export function SchedulePage({ model, busy }: { model: ScheduleModel; busy: boolean }) {
  const { href, path } = useAddress();
  const { problem, times = [] } = model;
  return (
    <article className="rc">
      <header>
        <p className="rc-kind">
          <a href={href(model.cancelHref)}>‹ 返回任务</a>
          <span>当前：{model.now}</span>
        </p>
        <h1>{model.title}</h1>
      </header>
      {/* Each answer draws the fields anew from what was asked. */}
      <form key={`${model.expression} ${model.zone}`} className="jb" method="get" action={href(model.action)}>
        <div className="jb-line">
          <label htmlFor="job-expression">表达式</label>
          <input
            className="in"
            id="job-expression"
            name="expression"
            defaultValue={model.expression}
            maxLength={120}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? "job-problem" : "job-help"}
          />
          <label htmlFor="job-zone">时区</label>
          <select className="in" id="job-zone" name="zone" defaultValue={model.zone}>
            <Choices options={model.zones} />
          </select>
          <button type="submit" name="use" value="expression" className="bt" data-tone="primary">
            预览
          </button>
        </div>
        <p id="job-help" className="jb-help">
          5段（分 时 日 月 周）或6段（秒在最前），各段用空格分开
        </p>
        {problem ? (
          <p id="job-problem" className="no" data-level="error" role="alert">
            {problem}
          </p>
        ) : null}
        <div className="jb-line">
          <label htmlFor="job-usual">常用方案</label>
          <select className="in" id="job-usual" name="usual" defaultValue={model.expression}>
            <Choices options={model.usual} />
          </select>
          <button type="submit" name="use" value="usual" className="bt">
            采用
          </button>
        </div>
        <details>
          <summary>分段设置</summary>
          {model.fields.map((field) => (
            <fieldset key={field.key} className="jb-line">
              <legend>
                {field.label}（{field.range}）
              </legend>
              <select
                className="in"
                name={`${field.key}_mode`}
                defaultValue={field.mode}
                aria-label={`${field.label}：方式`}
              >
                <Choices options={model.modes} />
              </select>
              <input
                className="in"
                name={`${field.key}_a`}
                defaultValue={field.a}
                maxLength={40}
                aria-label={`${field.label}：起始或指定的值`}
              />
              <input
                className="in"
                name={`${field.key}_b`}
                defaultValue={field.b}
                maxLength={40}
                aria-label={`${field.label}：结束或间隔`}
              />
            </fieldset>
          ))}
          <button type="submit" name="use" value="fields" className="bt">
            按分段生成并预览
          </button>
        </details>
      </form>
      {problem ? null : (
        <section aria-label="预览">
          <h2>{model.reading}</h2>
          <p>未来{times.length}次执行时间：</p>
          <ol className="jb-times">
            {times.map((time) => (
              <li key={time}>{time}</li>
            ))}
          </ol>
        </section>
      )}
      {model.refused ? (
        <p className="no" data-level="error" role="alert">
          {model.refused}
        </p>
      ) : null}
      <Form method="post" action={path(model.action)}>
        <input type="hidden" name="_csrf" value={model.csrf} />
        <input type="hidden" name="_once" value={model.once} />
        <input type="hidden" name="_version" value={model.version} />
        <input type="hidden" name="expression" value={model.expression} />
        <input type="hidden" name="zone" value={model.zone} />
        <div className="fm-bar">
          <button type="submit" className="bt" data-tone="primary" disabled={busy || problem !== undefined}>
            保存预览的调度
          </button>
          <a className="bt" href={href(model.cancelHref)}>
            取消
          </a>
        </div>
      </Form>
    </article>
  );
}
