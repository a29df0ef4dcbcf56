import type { IndexReceipt, IndexTicker } from '../contract.ts';
import { TidemarkError } from '../errors.ts';
import type { Difference } from './differences.ts';
import type { Pin } from './pins.ts';

/** A value is not what follows from its receipt, or not what its receipt says. */
export class ValueRefutedError extends TidemarkError {
  override readonly name = 'ValueRefutedError';
  readonly tick: IndexTicker;
  /** Keep it: `evidence` makes a file of it that shows the same to others. */
  readonly receipt: IndexReceipt;
  /** Those of the tick itself are named `tick.price` and so on. */
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

/** The service shows another history than it has shown before, or one that it has not signed. */
export class HistoryRewrittenError extends TidemarkError {
  override readonly name = 'HistoryRewrittenError';
  /** What is shown of the slot now. */
  readonly shown: Partial<Pin>;
  /** What was seen of it before, where that is the reason. */
  readonly seen: Pin | undefined;

  constructor(message: string, shown: Partial<Pin>, seen?: Pin) {
    super(message);
    this.shown = shown;
    this.seen = seen;
  }
}

/** Something could not be checked here: this code is too old for it, or signatures cannot be checked. */
export class UncheckableError extends TidemarkError {
  override readonly name = 'UncheckableError';
}
