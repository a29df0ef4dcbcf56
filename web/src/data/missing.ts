/**
 * A missing part of a requested range, in milliseconds since 1970: from `from`, inclusive, to `to`,
 * exclusive.
 */
export interface Missing {
  /** A reason that the page has a sentence for, or one of a newer service. */
  readonly reason: string;
  readonly from: number;
  readonly to: number;
}

/** As the SDK reports it. */
interface Incomplete {
  readonly reason: string;
  readonly from: string | Date;
  readonly to: string | Date;
}

/** Option of an SDK call to report missing parts. */
export interface MissingOptions {
  readonly onIncomplete: (parts: readonly Incomplete[]) => void;
}

/** Values missing for one of these reasons will never come: there is nothing older. */
const ENDS: ReadonlySet<string> = new Set(['BEFORE_FIRST', 'RETENTION']);

export const isEnd = ({ reason }: Missing): boolean => ENDS.has(reason);

/** Values that the service is still filling in: a later request returns them. */
export const isComing = ({ reason }: Missing): boolean => reason === 'BACKFILL';

/** A response with its missing parts. The only function that knows how the SDK reports them. */
export async function withMissing<T extends object>(
  ask: (options: MissingOptions) => Promise<T>,
): Promise<{ readonly answer: T; readonly missing: readonly Missing[] }> {
  let reported: readonly Incomplete[] = [];
  const answer = await ask({ onIncomplete: (parts) => (reported = parts) });
  const { incomplete = reported } = answer as { readonly incomplete?: readonly Incomplete[] };
  return { answer, missing: incomplete.map(missingOf) };
}

function missingOf({ reason, from, to }: Incomplete): Missing {
  return { reason, from: new Date(from).getTime(), to: new Date(to).getTime() };
}

/**
 * Merges the missing parts of a response about a span: outside of the span as before, inside as in the
 * response.
 */
export function afterAnswer(
  known: readonly Missing[],
  span: { readonly from: number; readonly to: number },
  answered: readonly Missing[],
): readonly Missing[] {
  const outside = known.flatMap((part) => [
    { ...part, to: Math.min(part.to, span.from) },
    { ...part, from: Math.max(part.from, span.to) },
  ]);
  return [...outside, ...answered].filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);
}
