import type { Registry } from "../entity/registry";
import { stateDiagram } from "./state-diagram.server";

/** The diagrams of all documents as files: name and text. */
export function diagramFiles(registry: Registry): { name: string; text: string }[] {
  return registry.registrations
    .filter(({ entity }) => entity.states && Object.keys(entity.transitions ?? {}).length > 0)
    .map(({ entity }) => ({
      name: `${entity.key.split("/")[1]}.svg`,
      text: `${onPaper(stateDiagram(entity))}\n`,
    }));
}

/** A file has no page around it to give it a colour: a grey that is read on light and on dark ground. */
function onPaper(svg: string): string {
  return svg.replace("<svg ", '<svg color="#768390" font-family="system-ui, sans-serif" ');
}
