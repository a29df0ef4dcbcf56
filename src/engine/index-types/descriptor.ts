import type { IndexType } from '../../core/index-value.ts';
import type { RecordKind } from '../../core/ids/record-prefix.ts';

/** What is known of a type of index besides its formula. Runs in a browser, too. */
export interface IndexTypeDescriptor {
  readonly name: IndexType;
  /** What an `indexId` names: a market, an asset, or the index itself. */
  readonly entity: 'market' | 'asset' | 'index';
  readonly records: RecordNames;
  readonly scopes: TypeScopeNames;
  readonly volumes: VolumeRule;
  /** How published prices are rounded. */
  readonly rounding: 'significant digits' | 'decimals';
  readonly receipt: ReceiptRule;
  readonly quality: QualityRule;
  readonly texts: TypeTexts;
}

/** The kinds of its records: the 13th digit of their ids. */
export interface RecordNames {
  readonly tick: RecordKind;
  readonly day: RecordKind;
  /** Whether the hash in a record id covers the type besides the index id. Types that share a kind need it. */
  readonly isTypeInHash: boolean;
}

/** Scopes that a token needs. `src/contract/scopes.ts` has the list of scopes and does not compile with one that it lacks. */
export interface TypeScopeNames {
  /** For ticks, and all that is derived from ticks of less than a day. */
  readonly ticks: string;
  readonly days: string;
}

/**
 * `trailing day`: a tick has the volume of the last 24 hours, and a candle that of its last real tick. `traded`: a tick also
 * has what was traded in its slot (`tickVolume`), and the volume of a candle is the exact sum. The layout is that of stored blocks.
 */
export type VolumeRule =
  | { readonly rule: 'trailing day'; readonly layout: 'tick' }
  | { readonly rule: 'traded'; readonly layout: 'tick with volume' };

export interface ReceiptRule {
  /** Whether a value is one of its inputs, so that a move is not a sum of parts. */
  readonly isMedian: boolean;
}

export interface QualityRule {
  /** Whether `oneExchangeBps` is not computed at every tick, so that a record has to say of which tick it is. */
  readonly isOneExchangeDated: boolean;
}

export interface TypeTexts {
  /** What a line of a receipt is. */
  readonly line: 'exchange' | 'market';
  /** The heading of lines that do not count. */
  readonly notCounted: string;
  /** Why a line is missing in a receipt that has no reason for it. */
  readonly missingLine: string;
}
