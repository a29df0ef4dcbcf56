import { embeddedHistory } from '../../directory/backends.ts';
import { makeCut, type Cut } from './cut.ts';

/** A cut of a directory that this process owns. */
export function cutStopped(folder: string, { name, inputs }: Readonly<Record<string, unknown>>): Cut {
  const history = embeddedHistory(folder).files();
  const files = makeCut({ folder, name: String(name), inputs: inputs === true, history });
  return { files, lastTick: undefined };
}
