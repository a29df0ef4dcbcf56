import { formatDatetime, type Millis } from '../core/time.ts';
import type { Output } from './usage.ts';

export type InstantProgress = (at: Millis, from: Millis, to: Millis) => void;

/** How far work that goes through time has come, for whoever looks at a terminal; undefined where nobody does. */
export function instantProgress(io: Output): InstantProgress | undefined {
  if (!process.stderr.isTTY) return undefined;
  let told = '';
  return (at, from, to) => {
    const percent = to > from ? Math.floor((100 * (at - from)) / (to - from)) : 100;
    const text = `${formatDatetime(at).slice(0, 16)} ${percent} %`;
    if (text !== told) io.err(`\r${text}${at >= to ? '\n' : ''}`);
    told = text;
  };
}

export type ByteProgress = (bytes: number, allBytes: number) => void;

/** The same for work that goes through bytes. */
export function byteProgress(io: Output, what: string): ByteProgress | undefined {
  if (!process.stderr.isTTY) return undefined;
  let told = '';
  return (bytes, allBytes) => {
    const percent = allBytes > 0 ? Math.floor((100 * bytes) / allBytes) : 100;
    const text = `${what} ${percent} %`;
    if (text !== told) io.err(`\r${text}${bytes >= allBytes ? '\n' : ''}`);
    told = text;
  };
}
