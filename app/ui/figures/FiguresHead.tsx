import { useAddress } from "~/ui/address";

interface FiguresHeadProps {
  title: string;
  /** A sentence beside the way back. */
  about: string;
  back: { label: string; href: string };
}

/** Head of a page that only tells: the way back, what it is about, its title. */
export function FiguresHead({ title, about, back }: FiguresHeadProps) {
  const { href } = useAddress();
  return (
    <header>
      <p className="rc-kind">
        <a href={href(back.href)}>‹ {back.label}</a>
        <span>{about}</span>
      </p>
      <h1>{title}</h1>
    </header>
  );
}
