import { hostFamilyOf } from '../../ccxt/host-family.ts';
import type { CollectorInput, CollectorShare } from './collector-messages.ts';
import type { SharedExchange } from './shares.ts';

type Read = Pick<CollectorInput, 'exchanges' | 'declared' | 'derivatives' | 'expected'>;

/** Assumed for an exchange that was never read. */
const USUAL_TICKERS = 500;
/** Prefix for derivatives interfaces, which may have the same key as spot markets. */
const DERIVATIVES_OF = 'derivatives ';

/** Spot markets and derivatives of an input as exchanges to share, each with a unique key. */
export function sharedExchangesOf(input: Read): readonly SharedExchange[] {
  const declared = new Map((input.declared ?? []).map((definition) => [definition.key, definition]));
  const spot = input.exchanges.map((key) => ({
    key,
    hosts: declared.get(key)?.hosts ?? [hostFamilyOf(key)],
    weight: input.expected?.[key] ?? USUAL_TICKERS,
  }));
  const derivatives = (input.derivatives ?? []).map((key) => ({
    key: DERIVATIVES_OF + key,
    hosts: [hostFamilyOf(key)],
    weight: USUAL_TICKERS,
  }));
  return [...spot, ...derivatives];
}

/** The part of the input that these keys select. */
export function inputPartOf(
  input: Read,
  keys: ReadonlySet<string>,
): Pick<CollectorShare, 'exchanges' | 'derivatives'> {
  return {
    exchanges: input.exchanges.filter((key) => keys.has(key)),
    derivatives: (input.derivatives ?? []).filter((key) => keys.has(DERIVATIVES_OF + key)),
  };
}
