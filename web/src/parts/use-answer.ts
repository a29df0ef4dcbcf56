import { useEffect, useState } from 'preact/hooks';

export type LoadState<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown; readonly again: () => void };

/** Loads a response, again whenever `about` changes. Earlier requests are aborted. */
export function useAnswer<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  about: readonly unknown[],
): LoadState<T> {
  const [answer, setAnswer] = useState<LoadState<T>>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    setAnswer({ kind: 'loading' });
    ask(ended.signal).then(
      (value) => ended.signal.aborted || setAnswer({ kind: 'there', value }),
      (error: unknown) =>
        ended.signal.aborted ||
        setAnswer({ kind: 'failed', error, again: () => setAttempt((count) => count + 1) }),
    );
    return () => ended.abort();
  }, [...about, attempt]);
  return answer;
}
