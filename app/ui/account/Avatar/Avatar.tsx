import { useAddress } from "~/ui/address";

interface AvatarProps {
  name: string;
  /** Address of the picture; without one the end of the name stands there. */
  href?: string | undefined;
  size?: "large" | "full";
}

/** The picture of a person beside the name, which says who it is. */
export function Avatar({ name, href: picture, size }: AvatarProps) {
  const { href } = useAddress();
  if (picture) return <img className="av" data-size={size} src={href(picture)} alt="" width={256} height={256} />;
  return (
    <span className="av" data-size={size} aria-hidden="true">
      {Array.from(name).slice(-2).join("")}
    </span>
  );
}
