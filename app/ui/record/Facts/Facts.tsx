import { useAddress } from "~/ui/address";
import type { Fact } from "~/ui/model/record";
import { cellText } from "~/ui/table/CellText";
import { Files } from "./Files";

/** Labelled values of a record in columns; a missing value is a dash, so that the grid stays readable. */
export function Facts({ facts, prominent }: { facts: Fact[]; prominent?: boolean }) {
  const address = useAddress();
  if (facts.length === 0) return null;
  return (
    <dl className="fa" data-prominent={prominent || undefined}>
      {facts.map((fact) => (
        <div key={fact.label} data-wide={fact.files ? "all" : wide(fact.text)}>
          <dt>{fact.label}</dt>
          <dd>{fact.files ? <Files fact={fact} /> : fact.text ? cellText(fact, address) : "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Longer texts take two columns or the whole row. */
function wide(text: string): "2" | "all" | undefined {
  if (text.length > 48) return "all";
  return text.length > 18 ? "2" : undefined;
}
