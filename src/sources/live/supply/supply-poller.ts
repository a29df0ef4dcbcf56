import { HOUR_MS, MINUTE_MS, type Millis } from '../../../core/time.ts';
import { backOffMs } from '../collect/back-off.ts';
import { PollFailure } from '../ports/poll-failure.ts';
import { readSupplies, type SupplyReader } from './read-supplies.ts';
import type { SupplyReading } from './supply-endpoint.ts';

export interface SupplyPollerOptions extends SupplyReader {
  readonly emit: (reading: SupplyReading) => void;
  readonly random: () => number;
}

/** Supplies change slowly. */
const EVERY_MS = HOUR_MS;
const MIN_BACK_OFF_MS = MINUTE_MS;

/** Reads supplies from an address every hour, and retries with a back-off after failures, until the signal aborts. */
export async function pollSupplies(options: SupplyPollerOptions, signal: AbortSignal): Promise<void> {
  const { clock, emit, random } = options;
  let failing = 0;
  while (!signal.aborted) {
    let rest: Millis = EVERY_MS;
    try {
      const reading = await readSupplies(options, signal);
      failing = 0;
      emit(reading);
    } catch (error) {
      if (signal.aborted) return;
      failing += 1;
      const failure = failureOf(error);
      rest = Math.max(MIN_BACK_OFF_MS, failure.retryAfterMs ?? 0, backOffMs(failing, random));
      emit({ outcome: 'failed', failure: failure.kind, message: failure.message });
    }
    await clock.wait(rest, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}

/** Any other error is a bug of ours; reading backs off anyway. */
function failureOf(error: unknown): PollFailure {
  if (error instanceof PollFailure) return error;
  return new PollFailure('unexpected', 'the reading failed', { cause: error });
}
