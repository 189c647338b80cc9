import { type Complaint, complain, lineField, ok } from "~/engine/entity";

/** What refuses a parent that is the class itself or stands below it. */
export const OWN_BRANCH = "上级分类不能是自身或下级";

interface CertifiedClass {
  certificates: readonly { cert_name: string }[];
}

/** A certificate is asked for once per class. */
export function certificatesOnce({ certificates }: CertifiedClass): Complaint | null {
  const names = certificates.map((row) => row.cert_name);
  const position = names.findIndex((name, index) => names.indexOf(name) !== index);
  return position < 0
    ? ok
    : complain(lineField("certificates", position + 1, "cert_name"), `第${position + 1}行资质重复，请删除`);
}

/**
 * A class asks for the certificates of all classes above it. They do not stand in its own table, so nobody can remove
 * or loosen them there.
 */
export function inheritedComplaints(names: readonly string[], inherited: readonly string[]): Complaint[] {
  return names.flatMap((name, index) =>
    inherited.includes(name)
      ? [complain(lineField("certificates", index + 1, "cert_name"), "该资质继承自上级分类")]
      : [],
  );
}
