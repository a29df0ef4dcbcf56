import { NameError, NotFoundError } from '@tidemark/sdk';

/** Whether an error says that nothing has this name or id. */
export function isMissing(error: unknown): boolean {
  return error instanceof NotFoundError || (error instanceof NameError && error.candidates.length === 0);
}

interface NotFoundProps {
  /** What is missing, in a sentence. */
  readonly text: string;
  /** Where to go instead. */
  readonly back: { readonly href: string; readonly title: string };
}

/** What an address leads to that names nothing. */
export function NotFound({ text, back }: NotFoundProps) {
  const search = () => document.querySelector<HTMLInputElement>('[role="search"] input')?.focus();
  return (
    <section class="not-found" aria-labelledby="not-found-title">
      <h1 id="not-found-title">Not found</h1>
      <p>{text}</p>
      <p>
        <a href={back.href}>{back.title}</a>
        <button class="button" onClick={search}>
          Search
        </button>
      </p>
    </section>
  );
}
