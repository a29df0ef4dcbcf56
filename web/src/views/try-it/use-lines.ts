import { useEffect, useState } from 'preact/hooks';
import { LineLayout } from './line-layout.ts';
import type { Received } from './received.ts';

/** Maximum part of a body that is formatted; the download has everything. */
export const SHOWN_BYTES = 8 * 2 ** 20;
/** Characters per turn of the event loop: a few milliseconds. */
const PIECE = 100_000;

export interface Lines {
  readonly lines: readonly string[];
  /** Grows as lines are added, which redraws the component. */
  readonly count: number;
  readonly isDone: boolean;
}

const NONE: Lines = { lines: [], count: 0, isDone: false };

/** A body as lines, available while the rest is being formatted. */
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
