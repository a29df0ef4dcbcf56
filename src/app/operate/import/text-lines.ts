import { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { constants, createReadStream, openSync, statSync } from '../../../disk/files.ts';
import { OperatorError } from '../../../core/errors.ts';
import { openRegularFile } from '../../../disk/regular-file.ts';

const MOST_LINE_CHARACTERS = 16_384;

export interface TextLine {
  /** From 1 on. */
  readonly number: number;
  readonly text: string;
  /** Bytes of the file that were read so far, more or less. */
  readonly readBytes: number;
}

/** As a path: standard input. */
export const STANDARD_INPUT = '-';

/**
 * The lines of a file in UTF-8, without their ends, and without a byte order mark. Reads regular files, pipes and standard input; the
 * signal also ends a read that waits for the writer of a pipe.
 */
export async function* textLines(path: string, signal?: AbortSignal): AsyncGenerator<TextLine> {
  const stream = opened(path);
  stream.setEncoding('utf8');
  if (signal) addAbortSignal(signal, stream);
  let rest = '';
  let number = 0;
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines)
        yield { number: ++number, text: cleaned(text, number), readBytes: stream.bytesRead };
      if (rest.length > MOST_LINE_CHARACTERS)
        throw new OperatorError(`line ${number + 1} of ${path} has no end`);
    }
  } catch (error) {
    signal?.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
  if (stream instanceof Socket && stream.bytesRead === 0)
    throw new OperatorError(`${path} is a pipe that no program has written to: start the writer first`);
  if (rest !== '') yield { number: ++number, text: cleaned(rest, number), readBytes: stream.bytesRead };
}

type OpenText = (Socket | ReturnType<typeof createReadStream>) & { readonly bytesRead: number };

function opened(path: string): OpenText {
  if (path === STANDARD_INPUT) return process.stdin;
  try {
    if (!statSync(path).isFIFO())
      return createReadStream(path, { fd: openRegularFile(path), highWaterMark: 2 ** 18 });
    // As a socket it waits in the event loop. A read of the file would block a thread that nothing can interrupt.
    return new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), writable: false });
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function cleaned(text: string, number: number): string {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  return number === 1 ? line.replace(/^\uFEFF/, '') : line;
}
