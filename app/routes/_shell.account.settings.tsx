import { toFirstSettings } from "~/edge/settings.server";

export function loader() {
  return toFirstSettings();
}
