import type { IndexReceipt, IndexTicker } from '../contract.ts';
import { TidemarkError } from '../errors.ts';
import type { Difference } from './differences.ts';
import type { Pin } from './pins.ts';

/** A value does not follow from its receipt, or differs from the value in it. */
export class ValueRefutedError extends TidemarkError {
  override readonly name = 'ValueRefutedError';
  readonly tick: IndexTicker;
  /** Keep it: `evidence` turns it into a file that others can check. */
  readonly receipt: IndexReceipt;
  /** Differences in the tick itself have names such as `tick.price`. */
  readonly differences: readonly Difference[];

  constructor(tick: IndexTicker, receipt: IndexReceipt, differences: readonly Difference[]) {
    const [{ field, said = 'nothing', computed = 'nothing' } = { field: '' }] = differences;
    const more = differences.length > 1 ? `, and ${differences.length - 1} more fields` : '';
    super(`the value of ${tick.timestamp} is refuted: ${field} is ${said}, not ${computed}${more}`);
    this.tick = tick;
    this.receipt = receipt;
    this.differences = differences;
  }
}

/** The service shows a different history than before, or one without a valid signature. */
export class HistoryRewrittenError extends TidemarkError {
  override readonly name = 'HistoryRewrittenError';
  /** What the service shows for the slot now. */
  readonly shown: Partial<Pin>;
  /** What the service showed before, if that differs. */
  readonly seen: Pin | undefined;

  constructor(message: string, shown: Partial<Pin>, seen?: Pin) {
    super(message);
    this.shown = shown;
    this.seen = seen;
  }
}

/** Something could not be checked: this code is too old, or signatures are not supported. */
export class UncheckableError extends TidemarkError {
  override readonly name = 'UncheckableError';
}
