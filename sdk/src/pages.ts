import type { Api, CallOptions, OperationName, PathOf, QueryOf } from './api.ts';
import type { Operations, Page } from './contract.ts';
import { MalformedError } from './errors.ts';
import type { Incomplete, OnIncomplete } from './incomplete.ts';
import { Follower } from './shared.ts';

/** Page size: the maximum of the service. */
export const PAGE = 2000;

/** Operations with paged answers, and their records. */
export type PagedOperation = {
  [O in OperationName]: Operations[O]['answer'] extends Page<infer _> ? O : never;
}[OperationName];

export type RecordOf<O extends OperationName> = Operations[O]['answer'] extends {
  readonly content: readonly (infer T)[];
}
  ? T
  : never;

interface Answered<T> {
  readonly page: Page<T>;
  readonly lacking: readonly Incomplete[] | undefined;
}

/**
 * The records of all pages, in the order of the service. The next page is requested while the previous one is
 * read.
 */
export async function* recordsOf<O extends PagedOperation>(
  api: Pick<Api, 'read'>,
  operation: O,
  parameters: PathOf<O> & QueryOf<O>,
  options: CallOptions & { readonly fresh?: boolean } = {},
): AsyncGenerator<RecordOf<O>, void, undefined> {
  const stopped = new Follower(options.signal);
  const { signal } = stopped;
  const { onIncomplete } = options;
  const ask = async (startAfter: string | undefined): Promise<Answered<RecordOf<O>>> => {
    let lacking: readonly Incomplete[] | undefined;
    const note: OnIncomplete | undefined = onIncomplete && ((found) => void (lacking = found));
    const page = (await api.read(
      operation,
      { ...parameters, startAfter },
      { ...options, signal, onIncomplete: note },
    )) as unknown as Page<RecordOf<O>>;
    return { page, lacking };
  };
  const begin = (startAfter: string | undefined): Promise<Answered<RecordOf<O>>> => {
    const page = ask(startAfter);
    // It is awaited later, or never if the reader stops early.
    page.catch(() => undefined);
    return page;
  };
  const requested = new Set<string>();
  try {
    for (let coming: Promise<Answered<RecordOf<O>>> | undefined = begin(undefined); coming;) {
      const { page, lacking }: Answered<RecordOf<O>> = await coming;
      const { content, nextId }: Page<RecordOf<O>> = page;
      // Otherwise the list would be endless.
      if (requested.has(nextId!))
        throw new MalformedError(`the response to ${operation} leads back to ${nextId}`);
      requested.add(nextId!);
      coming = nextId ? begin(nextId) : undefined;
      // Reported with the current page: the next one may never be read.
      if (lacking) onIncomplete?.(lacking);
      for (const record of content) {
        options.signal?.throwIfAborted();
        yield record;
      }
    }
  } finally {
    stopped.release();
    stopped.abort();
  }
}
