import { ConnectionError, failureOf, MalformedError } from './errors.ts';

/** The text of a response as it arrives. Stopping early aborts the request. */
async function* piecesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      yield decoder.decode(value, { stream: !done });
      if (done) return;
    }
  } finally {
    // Nothing to report: either enough was read, or the reader has already failed.
    reader.cancel().catch(() => undefined);
  }
}

/** A complete JSON response, limited to this many characters, each of which is at least a byte. */
export async function jsonOf(response: Response, longest: number): Promise<unknown> {
  let text = '';
  for await (const piece of piecesOf(response)) text = within(text + piece, longest, response);
  return jsonIn(text, response);
}

/** The records of an NDJSON response as they arrive, each within the limit. */
export async function* linesOf<T>(
  response: Response,
  longest: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  let rest = '';
  try {
    for await (const piece of piecesOf(response)) {
      const lines = (rest + piece).split('\n');
      rest = within(lines.pop()!, longest, response);
      for (const line of lines) if (line !== '') yield jsonIn(line, response) as T;
    }
    if (rest !== '') throw new ConnectionError('the response was cut off');
  } catch (cause) {
    signal?.throwIfAborted();
    throw failureOf(cause, 'the response was cut off');
  }
}

function within(text: string, longest: number, { url }: Response): string {
  if (text.length > longest)
    throw new MalformedError(`${originOf(url)} sent a response larger than maxAnswerBytes`);
  return text;
}

function jsonIn(text: string, { url }: Response): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // It is complete: a retry would give the same.
    throw notAnswered('with JSON', url);
  }
}

export function notAnswered(what: string, url: string): MalformedError {
  return new MalformedError(`${originOf(url)} did not respond ${what}: is it a Tidemark service?`);
}

export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'the service';
}
