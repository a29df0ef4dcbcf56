import type { Millis } from '../../src/core/time.ts';
import { ManualClock } from './manual-clock.ts';

/** A clock whose waits end at once, at the time that they waited for. */
export class PassingClock extends ManualClock {
  override wait(ms: Millis, signal?: AbortSignal): Promise<void> {
    const waited = super.wait(ms, signal);
    this.advance(ms);
    return waited;
  }
}
