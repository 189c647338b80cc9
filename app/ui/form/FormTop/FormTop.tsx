import { fieldId } from "../fields/input-props";

interface FormTopProps {
  problem?: string;
  errors: { name: string; label: string; message: string }[];
}

/** What is wrong with a refused form, on top of it: the problem of the whole, and links to the faults: the field may be out of sight. */
export function FormTop({ problem, errors }: FormTopProps) {
  if (!problem && errors.length === 0) return null;
  return (
    <div className="no fm-problem" data-level="error" role="alert" tabIndex={-1}>
      <div>
        {problem ? <p>{problem}</p> : null}
        {errors.length > 0 ? (
          <>
            <p>有 {errors.length} 处需要修改：</p>
            <ul>
              {errors.map(({ name, label, message }) => (
                <li key={`${name} ${message}`}>
                  <a href={`#${fieldId(name)}`}>{label}</a>：{message}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </div>
  );
}
