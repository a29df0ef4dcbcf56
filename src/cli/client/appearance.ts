import { processEnvironment } from '../../app/config/process-environment.ts';
import { columnsOf } from '../dispatch.ts';

/** How results are printed. */
export interface Appearance {
  /** Whether a person reads the output. Otherwise a program does, and each record is one line. */
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly hasColours: boolean;
}

interface Sink {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Appearance of standard output. Colours only on terminals, and not if NO_COLOR (no-color.org) is set. */
export function appearance(stream: Sink = process.stdout, environment = processEnvironment()): Appearance {
  const isTerminal = stream.isTTY ?? false;
  const isPlain = Boolean(environment['NO_COLOR']) || environment['TERM'] === 'dumb';
  return { isTerminal, columns: columnsOf(stream), hasColours: isTerminal && !isPlain };
}

const CODES = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2 } as const;

export type Colour = keyof typeof CODES;

export type Paint = (text: string, ...colours: readonly Colour[]) => string;

/** Returns text unchanged if colours are off. */
export function painter(hasColours: boolean): Paint {
  return (text, ...colours) =>
    !hasColours || colours.length === 0 || text === ''
      ? text
      : `\u001b[${colours.map((colour) => CODES[colour]).join(';')}m${text}\u001b[0m`;
}
