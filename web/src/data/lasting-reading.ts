import { ApiError, type IndexTicker, type TickSelection, type TidemarkStream } from '@tidemark/sdk';

export interface ReadingParts {
  readonly stream: TidemarkStream;
  readonly selection: TickSelection;
  readonly receive: (tick: IndexTicker) => void;
  /** Called when the stream gives up. Returns whether to restart. */
  readonly onFailed: (error: unknown) => boolean;
  /** Called with the first tick after a failure. */
  readonly onRecovered: () => void;
}

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Reads the newest ticks of a selection until the returned function is called. Ticks missed while
 * disconnected are not requested. The stream reconnects by itself; a subscription that the stream has given
 * up is restarted after a wait, which grows until a tick arrives.
 */
export function restartingReading(parts: ReadingParts): () => void {
  const ended = new AbortController();
  void keep(parts, ended.signal);
  return () => ended.abort();
}

async function keep(parts: ReadingParts, signal: AbortSignal): Promise<void> {
  let failures = 0;
  const receive = (tick: IndexTicker) => {
    parts.receive(tick);
    // An unreadable tick does not reset the wait.
    if (failures > 0) parts.onRecovered();
    failures = 0;
  };
  for (;;) {
    try {
      const { stream, selection } = parts;
      for await (const tick of stream.ticks(selection, { latest: true, signal })) receive(tick);
      return;
    } catch (error) {
      if (signal.aborted || !parts.onFailed(error)) return;
      await wait(waitMsAfter(error, failures++), signal);
      if (signal.aborted) return;
    }
  }
}

function waitMsAfter(error: unknown, failures: number): number {
  const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(askedMs, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures));
}

/** Resolves after this time or when the signal aborts. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
