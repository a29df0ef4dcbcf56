import { useEffect, useState } from 'preact/hooks';
import { LineLayout } from './line-layout.ts';
import type { Received } from './received.ts';

/** So much of a body is laid out; more is in the download. */
export const SHOWN_BYTES = 8 * 2 ** 20;
/** What is done in one turn of the page: a few milliseconds. */
const PIECE = 100_000;

export interface Lines {
  readonly lines: readonly string[];
  /** Grows as lines are added, and makes the component draw them. */
  readonly count: number;
  readonly isDone: boolean;
}

const NONE: Lines = { lines: [], count: 0, isDone: false };

/** A body as lines, which come while the rest is laid out. */
export function useLines({ body, type }: Received): Lines {
  const [state, setState] = useState(NONE);
  useEffect(() => {
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout>;
    void body
      .slice(0, SHOWN_BYTES)
      .text()
      .then((text) => {
        const layout = new LineLayout(text, type.startsWith('application/json'));
        const goOn = () => {
          if (!isWanted) return;
          const isDone = !layout.more(PIECE);
          setState({ lines: layout.lines, count: layout.lines.length, isDone });
          if (!isDone) timer = setTimeout(goOn);
        };
        goOn();
      });
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [body, type]);
  return state;
}
