/** A page that has nothing to offer but the reason. */
export interface ClosedModel {
  title: string;
  message: string;
}

/** Says why nothing is shown. No link: inside another system's frame it would lead nowhere. */
export function ClosedPage({ model }: { model: ClosedModel }) {
  return (
    <main>
      <div className="ep">
        <h1>{model.title}</h1>
        <p>{model.message}</p>
      </div>
    </main>
  );
}
