import { NameError, NotFoundError } from '@tidemark/sdk';

/** Whether an error means that there is nothing with this name or id. */
export function isMissing(error: unknown): boolean {
  return error instanceof NotFoundError || (error instanceof NameError && error.candidates.length === 0);
}

interface NotFoundProps {
  /** One sentence about what is missing. */
  readonly text: string;
  /** A link to go to instead. */
  readonly back: { readonly href: string; readonly title: string };
}

/** Shown for an address of something that does not exist. */
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
