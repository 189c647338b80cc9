import type { ReactNode } from "react";
import { useAddress } from "~/ui/address";

const HOME = "/qiaqia/home";

interface PartProps {
  title: string;
  failed?: true;
  all?: { label: string; href: string };
  more?: ReactNode;
  children?: ReactNode;
}

/** A heading with what belongs to it; what could not be read says so and the rest of the page stays. */
export function Part({ title, failed, all, more, children }: PartProps) {
  const { href } = useAddress();
  return (
    <section aria-label={title}>
      <div className="hm-head">
        <h2>{title}</h2>
        {all ? <a href={href(all.href)}>{all.label}</a> : null}
        {more}
      </div>
      {failed ? (
        <p>
          加载失败，
          <a href={href(HOME)} aria-label={`重试：${title}`}>
            重试
          </a>
        </p>
      ) : (
        children
      )}
    </section>
  );
}
