import type { Representation } from './representation.ts';
import type { StreamedAnswer } from './streamed-answer.ts';

/** The same answer with its chunks, whole lines of JSON each, in another form. */
export function inForm(answer: StreamedAnswer, form: Representation | undefined): StreamedAnswer {
  return form ? { ...answer, open: (gone) => converted(answer.open(gone), form) } : answer;
}

async function* converted(
  chunks: AsyncIterable<Uint8Array>,
  { convert }: Representation,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield convert(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
}
