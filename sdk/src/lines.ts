import { ConnectionError } from './errors.ts';

/** The records of an NDJSON answer as they come. Stopping early ends the request. */
export async function* linesOf<T>(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await next(reader, signal);
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split('\n');
      rest = lines.pop()!;
      for (const line of lines) if (line !== '') yield JSON.parse(line) as T;
      if (!done) continue;
      if (rest !== '') throw new ConnectionError('the answer broke off within a record');
      return;
    }
  } finally {
    // Nothing hears of a failure here: what counts was read, or the reader has failed before.
    reader.cancel().catch(() => undefined);
  }
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal | undefined) {
  try {
    return await reader.read();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ConnectionError('the answer broke off', { cause });
  }
}
