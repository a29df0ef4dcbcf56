import type { IndexType } from '../../core/index-value.ts';
import type { RecordKind } from '../../core/ids/record-prefix.ts';

/** The properties of an index type besides its formula. Also used in browsers. */
export interface IndexTypeDescriptor {
  readonly name: IndexType;
  /** What an `indexId` identifies: a market, an asset, or the index itself. */
  readonly entity: 'market' | 'asset' | 'index';
  readonly records: RecordNames;
  readonly scopes: TypeScopeNames;
  readonly volumes: VolumeRule;
  /** The rounding of published prices. */
  readonly rounding: 'significant digits' | 'decimals';
  readonly receipt: ReceiptRule;
  readonly quality: QualityRule;
  readonly texts: TypeTexts;
}

/** The kinds of its records: the 13th digit of their ids. */
export interface RecordNames {
  readonly tick: RecordKind;
  readonly day: RecordKind;
  /** Whether the hash in a record id covers the type as well as the index id. Types that share a kind need this. */
  readonly isTypeInHash: boolean;
}

/** The scopes that a token needs. `src/contract/scopes.ts` lists all scopes and does not compile if one is missing there. */
export interface TypeScopeNames {
  /** For ticks, and for everything shorter than a day that is derived from ticks. */
  readonly ticks: string;
  readonly days: string;
}

/**
 * `trailing day`: a tick has the volume of the last 24 hours, and a candle has that of its last real tick. `traded`: a tick also
 * has the volume traded in its slot (`tickVolume`), and the volume of a candle is the exact sum. `layout` is the layout of stored
 * blocks.
 */
export type VolumeRule =
  | { readonly rule: 'trailing day'; readonly layout: 'tick' }
  | { readonly rule: 'traded'; readonly layout: 'tick with volume' };

export interface ReceiptRule {
  /** Whether the value is a median, so that a price change cannot be split into contributions. */
  readonly isMedian: boolean;
}

export interface QualityRule {
  /** Whether `oneExchangeBps` is not computed at every tick, so that a record must state the tick of its figure. */
  readonly isOneExchangeDated: boolean;
}

export interface TypeTexts {
  /** What one line of a receipt represents. */
  readonly line: 'exchange' | 'market';
  /** The heading of the lines that do not count. */
  readonly notCounted: string;
  /** Why a line is missing from a receipt that gives no reason for it. */
  readonly missingLine: string;
}
