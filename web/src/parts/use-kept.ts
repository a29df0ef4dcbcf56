import { useEffect, useRef, useState } from 'preact/hooks';
import { isPermanent } from '../data/permanent.ts';

/** The last answer that came. It stays while a later one is on its way or fails, so that numbers do not blink. */
export interface Kept<T> {
  readonly value: T | undefined;
  /** Why the last question was not answered; undefined where it was. */
  readonly error: unknown;
  readonly again: () => void;
}

/**
 * An answer of the service that is asked for again when `when` changes, such as with each tick. What `about` names is
 * what it is of: where that changes, the old answer is dropped. One question is under way at a time. After an error that asking again
 * would not change, it is asked for only by `again`.
 */
export function useKept<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  about: readonly unknown[],
  when?: unknown,
): Kept<T> {
  const [state, setState] = useState<{ value: T | undefined; error: unknown }>(NOTHING_YET);
  const [attempt, setAttempt] = useState(0);
  const run = useRef<(isWanted: boolean) => void>(undefined);
  const answered = useRef(0);
  const asked = useRef(ask);
  asked.current = ask;
  useEffect(() => {
    const ended = new AbortController();
    let isUnderWay = false;
    let isWantedAgain = false;
    let isOver = false;
    setState(NOTHING_YET);
    const once = async () => {
      try {
        const value = await asked.current(ended.signal);
        if (!ended.signal.aborted) setState({ value, error: undefined });
      } catch (error) {
        isOver = isPermanent(error);
        if (!ended.signal.aborted) setState((before) => ({ value: before.value, error }));
      }
      isUnderWay = false;
      if (isWantedAgain && !ended.signal.aborted) begin(false);
    };
    const begin = (isByReader: boolean) => {
      isWantedAgain = isUnderWay;
      if (isUnderWay || (isOver && !isByReader)) return;
      isOver = false;
      isUnderWay = true;
      void once();
    };
    run.current = begin;
    return () => ended.abort();
  }, about);
  useEffect(() => {
    run.current?.(attempt !== answered.current);
    answered.current = attempt;
  }, [...about, when, attempt]);
  return { ...state, again: () => setAttempt((count) => count + 1) };
}

const NOTHING_YET = { value: undefined, error: undefined };
