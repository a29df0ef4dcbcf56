import { useEffect, useRef, useState } from 'preact/hooks';
import { isPermanent } from '../data/permanent.ts';

/** The last response. It stays while a later request is running or fails, so that numbers do not flicker. */
export interface LastResponse<T> {
  readonly value: T | undefined;
  /** Error of the last request; undefined if it succeeded. */
  readonly error: unknown;
  readonly again: () => void;
}

/**
 * A response that is reloaded when `when` changes, such as with each tick. `about` names its subject: when
 * that changes, the old response is dropped. One request runs at a time. After a permanent error, only
 * `again` retries.
 */
export function useLastResponse<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  about: readonly unknown[],
  when?: unknown,
): LastResponse<T> {
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
