import { type Complaint, complain, ok } from "~/engine/entity";

/**
 * Complains when a row would stand below itself.
 * @param ancestors the chosen parent, its parent and so on up to the root
 */
export function circleComplaint(id: string, ancestors: readonly string[], message: string): Complaint | null {
  return ancestors.includes(id) ? complain("parent_id", message) : ok;
}
