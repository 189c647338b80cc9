import type { FieldRules } from "~/shared/field-rules";
import { type Field, isPointer } from "./field";
import { isFileKind } from "./kinds/file";

/** What is said when a field has no value although it must have one. */
export function missingComplaint(field: Field): string {
  const { label, missing, of } = field.options;
  const verb = isFileKind(field.kind)
    ? "请上传"
    : field.kind === "choice" || of || isPointer(field) || field.kind === "date"
      ? "请选择"
      : "请填写";
  return missing ?? `${verb}${label}`;
}

/** The rules of a field that a browser can look after while one fills it in; undefined for none. */
export function rulesOf(field: Field): FieldRules | undefined {
  const { label, pattern, min, max, notInFuture } = field.options;
  const isLimited = field.kind === "date" && (min !== undefined || max !== undefined || notInFuture);
  const rules: FieldRules = {
    ...(field.presence === "required" ? { missing: missingComplaint(field) } : {}),
    ...(field.kind === "email" ? { email: true as const } : {}),
    ...(pattern
      ? {
          pattern: { source: pattern.expression.source, flags: pattern.expression.flags, complaint: pattern.complaint },
        }
      : {}),
    ...(isLimited
      ? {
          day: {
            label,
            ...(min === undefined ? {} : { min }),
            ...(max === undefined ? {} : { max }),
            ...(notInFuture ? { notInFuture } : {}),
          },
        }
      : {}),
  };
  return Object.keys(rules).length > 0 ? rules : undefined;
}
