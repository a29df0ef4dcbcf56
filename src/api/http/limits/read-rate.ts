import type { ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { Registry } from 'prom-client';
import { metricsIn } from '../metrics.ts';

/** Averaging window. Only time in which the service waits for the client counts. */
export const READ_WINDOW_MS: Millis = 30 * SECOND_MS;
/** Bodies with fewer unsent bytes are not watched. */
const LARGE_BYTES = 64 * 1024;

export interface ReadRateOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'wait'>;
  /** 0: no minimum. */
  readonly minBytesPerSecond: number;
  /** Called when a connection was cut because its client read too slowly. */
  readonly onCut: () => void;
}

/** Cuts connections whose clients read large answers too slowly: each holds memory, and an export a slot. */
export class ReadRate {
  readonly #options: ReadRateOptions;

  constructor(options: ReadRateOptions) {
    this.#options = options;
  }

  /** For an answer that is written in pieces. */
  monitor(response: ServerResponse): ReadRateMonitor {
    return new ReadRateMonitor(response, this.#options);
  }

  /** For an answer that was written at once. */
  watch(response: ServerResponse): void {
    if (response.writableLength < LARGE_BYTES) return;
    const ended = new Promise<void>((resolve) => {
      response.once('finish', resolve);
      response.once('close', resolve);
    });
    void this.monitor(response).waitFor(ended);
  }
}

/** Measures how fast the client of one answer reads. */
export class ReadRateMonitor {
  readonly #response: ServerResponse;
  readonly #options: ReadRateOptions;
  #waitedMs: Millis = 0;
  #takenBytes = 0;

  constructor(response: ServerResponse, options: ReadRateOptions) {
    this.#response = response;
    this.#options = options;
  }

  /**
   * Waits until `done`, which must also resolve when the connection closes, while nothing else is written.
   * Cuts the connection if the client reads too slowly.
   */
  async waitFor(done: Promise<void>): Promise<void> {
    const { clock, minBytesPerSecond } = this.#options;
    if (minBytesPerSecond === 0) return done;
    for (let isDone = false; !isDone;) {
      const [startedAt, pending] = [clock.monotonic(), this.#response.writableLength];
      isDone = await this.#isWithin(done, READ_WINDOW_MS - this.#waitedMs);
      this.#waitedMs += clock.monotonic() - startedAt;
      this.#takenBytes += pending - this.#response.writableLength;
      if (this.#waitedMs < READ_WINDOW_MS) continue;
      const isSlow = this.#takenBytes < (minBytesPerSecond * this.#waitedMs) / SECOND_MS;
      if (isSlow && !this.#response.closed) {
        this.#cut();
        return done;
      }
      [this.#waitedMs, this.#takenBytes] = [0, 0];
    }
  }

  async #isWithin(done: Promise<void>, ms: Millis): Promise<boolean> {
    const waiting = new AbortController();
    const late = this.#options.clock.wait(ms, waiting.signal).then(
      () => false,
      () => true,
    );
    try {
      return await Promise.race([done.then(() => true), late]);
    } finally {
      waiting.abort();
    }
  }

  /** A reset, so that the client sees an error: it has only a part of the answer. */
  #cut(): void {
    this.#options.onCut();
    const { socket } = this.#response;
    if (!socket || socket instanceof TLSSocket) this.#response.destroy();
    else socket.resetAndDestroy();
  }
}

/** Returns a function that counts cut connections. */
export function slowReaderMetric(registry: Registry): () => void {
  const { counter } = metricsIn(registry);
  const cut = counter(
    'tidemark_slow_readers_cut_total',
    'Connections that were cut because their client read a large answer too slowly',
  );
  return () => cut.inc();
}
