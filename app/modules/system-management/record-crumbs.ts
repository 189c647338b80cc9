import { recordPath } from "~/engine/screen/address";

/** A page of a record of this module. */
interface RecordCrumbs {
  /** Of the screen, as in its address. */
  key: string;
  /** What the list is called, and the record. */
  list: string;
  label: string;
  id: string;
  title: string;
}

/** The trail above it: list, record, page. */
export function recordCrumbs({ key, list, label, id, title }: RecordCrumbs) {
  return [
    { label: list, href: `/system-management/${key}` },
    { label, href: recordPath({ area: "system-management", key }, id) },
    { label: title },
  ];
}
