import { KEY_GROUPS } from "./key-groups";

/** What each key does. */
export function KeyList({ level }: { level: "h2" | "h3" }) {
  const Heading = level;
  return (
    <div className="ky">
      {KEY_GROUPS.map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <Heading>{title}</Heading>
          <dl>
            {keys.map(({ press, does }) => (
              <div key={does}>
                <dt>
                  {press.map((key, index) => (
                    <span key={key}>
                      {index > 0 ? " + " : ""}
                      <kbd>{key}</kbd>
                    </span>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
