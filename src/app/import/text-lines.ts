import { createReadStream } from 'node:fs';
import { OperatorError } from '../../core/errors.ts';

const MOST_LINE_CHARACTERS = 16_384;

export interface TextLine {
  /** From 1 on. */
  readonly number: number;
  readonly text: string;
  /** Bytes of the file that were read so far, more or less. */
  readonly readBytes: number;
}

/** The lines of a file in UTF-8, without their ends, and without a byte order mark. */
export async function* textLines(path: string): AsyncGenerator<TextLine> {
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 2 ** 18 });
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
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
  if (rest !== '') yield { number: ++number, text: cleaned(rest, number), readBytes: stream.bytesRead };
}

function cleaned(text: string, number: number): string {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  return number === 1 ? line.replace(/^\uFEFF/, '') : line;
}
