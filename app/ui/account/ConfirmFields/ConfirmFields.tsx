import { Entry } from "../Fields/Entry";
import { FormFrame, type Frame } from "../Frame/FormFrame";
import type { ConfirmForm } from "../model";

/** A question before something is done: what it is about, what follows, and what has to be said with it. */
export function ConfirmFields({ model, frame }: { model: ConfirmForm; frame: Frame }) {
  return (
    <FormFrame frame={frame} model={model} tone={model.danger ? "danger" : "primary"}>
      <p className="tr-question">{model.question}</p>
      {model.facts.length > 0 ? (
        <dl className="af-facts">
          {model.facts.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {model.fields.map((field) => (
        <Entry key={field.name} field={field} />
      ))}
    </FormFrame>
  );
}
