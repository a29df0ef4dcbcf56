import { formatDatetime, type Millis } from '../../core/time.ts';
import type { Output } from '../command.ts';

export type InstantProgress = (at: Millis, from: Millis, to: Millis) => void;

/** Progress through a time range, on a terminal; undefined without one. */
export function instantProgress({ errors: { progress } }: Output): InstantProgress | undefined {
  return (
    progress &&
    ((at, from, to) => {
      const percent = to > from ? Math.floor((100 * (at - from)) / (to - from)) : 100;
      progress(at >= to ? '' : `${formatDatetime(at).slice(0, 16)} ${percent} %`);
    })
  );
}

export type ByteProgress = (bytes: number, allBytes: number) => void;

/** Progress through bytes. */
export function byteProgress({ errors: { progress } }: Output, what: string): ByteProgress | undefined {
  return (
    progress &&
    ((bytes, allBytes) => {
      const percent = allBytes > 0 ? Math.floor((100 * bytes) / allBytes) : 100;
      progress(bytes >= allBytes ? '' : `${what} ${percent} %`);
    })
  );
}
