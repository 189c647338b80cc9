import { useAddress } from "~/ui/address";
import type { Tone } from "~/ui/model";
import { Facts } from "~/ui/record/Facts/Facts";

export interface TryModel {
  title: string;
  action: string;
  asked: string;
  facts: { label: string; text: string; tone?: Tone }[];
  back: { label: string; href: string };
  problem?: string;
  answer?: {
    order: { label: string; href: string };
    verdict: "outside" | "pass" | "note" | "warn" | "block";
    texts: string[];
    beatenBy?: string;
    idle?: string;
  };
}

const WORDS = {
  outside: { level: "info", text: "不适用：订单不在规则的适用范围或有效期内" },
  pass: { level: "success", text: "通过：规则没有发现问题" },
  note: { level: "info", text: "命中：只提醒，不影响操作" },
  warn: { level: "warning", text: "命中：须填写理由才能继续" },
  block: { level: "error", text: "命中：禁止继续" },
} as const;

/** Asks a rule about an order; a plain form that can be sent again with another number. */
export function TryPage({ model }: { model: TryModel }) {
  const { href } = useAddress();
  const { answer } = model;
  return (
    <article className="rc">
      <header>
        <p className="rc-kind">
          <a href={href(model.back.href)}>‹ {model.back.label}</a>
          <span>不改变任何单据</span>
        </p>
        <h1>{model.title}</h1>
      </header>
      <Facts facts={model.facts} prominent />
      <form className="or-ask" method="get" action={href(model.action)}>
        <label htmlFor="try-order">订单号</label>
        <input
          className="in"
          id="try-order"
          name="order"
          defaultValue={model.asked}
          maxLength={60}
          required
          placeholder="例如 CG20251121-0001"
          aria-invalid={model.problem ? true : undefined}
          aria-describedby={model.problem ? "try-problem" : undefined}
        />
        <button type="submit" className="bt" data-tone="primary">
          试算
        </button>
      </form>
      {model.problem ? (
        <p id="try-problem" className="no" data-level="error" role="alert">
          {model.problem}
        </p>
      ) : null}
      {answer ? (
        <section className="or-answer" aria-label="试算结果">
          <h2>
            订单 <a href={href(answer.order.href)}>{answer.order.label}</a>
          </h2>
          <div className="no" data-level={WORDS[answer.verdict].level} role="status">
            <p>
              <strong>{WORDS[answer.verdict].text}</strong>
            </p>
            {answer.texts.length > 0 ? (
              <ul>
                {answer.texts.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            ) : null}
          </div>
          {answer.beatenBy ? <p>{answer.beatenBy}。</p> : null}
          {answer.idle ? <p>{answer.idle}。</p> : null}
        </section>
      ) : null}
    </article>
  );
}
