import { FormFrame, type Frame } from "../Frame/FormFrame";
import type { FieldsForm as Model } from "../model";
import { Entry } from "./Entry";

/** A form of fields: the profile, and whatever small thing is asked in a dialog. */
export function FieldsForm({ model, frame, inPage }: { model: Model; frame: Frame; inPage?: boolean }) {
  return (
    <FormFrame frame={frame} model={model} inPage={inPage} fields={model.fields}>
      <div className="af-grid">
        {model.fields.map((field) => (
          <Entry key={`${field.name} ${field.readOnly ?? ""}`} field={field} />
        ))}
      </div>
    </FormFrame>
  );
}
