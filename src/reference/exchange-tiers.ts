import type { TrustTier } from '../core/exchange.ts';
import { exchangeKey } from './names/current-names.ts';

/** Why an exchange has its tier. */
export interface TierDecision {
  readonly tier: TrustTier;
  /** The day of the decision, UTC; absent if there was none. */
  readonly since?: string;
  readonly reason: string;
}

const NOT_REVIEWED: TierDecision = { tier: 'B', reason: 'Not reviewed' };

// An exchange has tier A if quotes and trades of a central order book are public, its operator is known, and it is
// either supervised by a financial authority or so large for so long that its books are a reference by themselves. A
// change is a new row below the old ones: the last row of a name counts. The stored version of the reference data
// contains the tier in force at a tick, so that no row changes a past value.
const DECISIONS = `
name|tier|since|reason
Binance|A|2026-11-16|Largest order books by volume, with public quotes and trades
Bybit|A|2026-11-16|Among the largest order books, with public quotes and trades
OKX|A|2026-11-16|Among the largest order books, with public quotes and trades
Coinbase|A|2026-11-16|Operator listed and supervised in the US; deepest USD order books
Upbit|A|2026-11-16|Registered in Korea; largest KRW order books
Crypto.com|A|2026-11-16|Licensed in Singapore; USD order books
Kraken|A|2026-11-16|Order books in USD, EUR and GBP since 2013; chartered in Wyoming
Bithumb|A|2026-11-16|Registered in Korea; KRW order books since 2014
CME|A|2026-11-16|US futures exchange, supervised by the CFTC
Bullish|A|2026-11-16|Licensed in Gibraltar; order books for institutions
Deribit|A|2026-11-16|Largest order books in options, with public quotes and trades
Bitfinex|A|2026-11-16|USD order books since 2012, with public quotes and trades
LMAX Digital|A|2026-11-16|Licensed in Gibraltar; order books for institutions
Bitstamp|A|2026-11-16|Licensed in Luxembourg; order books since 2011
BtcTurk|A|2026-11-16|TRY order books since 2013
BitMEX|A|2026-11-16|Order books in perpetuals since 2016, with public quotes and trades
Bitvavo|A|2026-11-16|Registered in the Netherlands; largest EUR order books
bitFlyer|A|2026-11-16|Registered in Japan; JPY order books
Gemini|A|2026-11-16|Trust company, supervised in New York
GMO Coin|A|2026-11-16|Registered in Japan; JPY order books
Bitbank|A|2026-11-16|Registered in Japan; JPY order books
Coinone|A|2026-11-16|Registered in Korea; KRW order books
Coincheck|A|2026-11-16|Registered in Japan; JPY order books
HashKey Exchange|A|2026-11-16|Licensed in Hong Kong
itBit|A|2026-11-16|Run by a trust company that is supervised in New York
Bitso|A|2026-11-16|Licensed in Gibraltar; MXN order books
Luno|A|2026-11-16|Licensed in South Africa; ZAR order books
LedgerX|A|2026-11-16|US derivatives exchange, supervised by the CFTC
CEX.IO|A|2026-11-16|USD, EUR and GBP order books since 2013
Uniswap|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
PancakeSwap|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Hyperliquid|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Aster|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Raydium|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Lighter|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Aerodrome|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Orca|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Meteora|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
dYdX|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Curve|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Apex|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
SunSwap|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Paradex|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Switcheo|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
EtherDelta|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
TheOcean|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
ERC dEX|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
BitShares Asset Exchange|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
KyberSwap|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
CryptoBridge|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Bisq|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
TokenStore|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Stellarport|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Heat Wallet|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
SingularX|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Bancor|B|2026-11-16|On chain: prices of pools or matched by a protocol, no operator answers for them
Binance P2P|B|2026-11-16|Dealer or offers between persons: no public central order book
Robinhood Crypto|B|2026-11-16|Dealer or offers between persons: no public central order book
FalconX|B|2026-11-16|Dealer or offers between persons: no public central order book
Remitano|B|2026-11-16|Dealer or offers between persons: no public central order book
Bittylicious|B|2026-11-16|Dealer or offers between persons: no public central order book
Bitcoin.de|B|2026-11-16|Dealer or offers between persons: no public central order book
OTCBTC|B|2026-11-16|Dealer or offers between persons: no public central order book
LiteBit.eu|B|2026-11-16|Dealer or offers between persons: no public central order book
BitBargain|B|2026-11-16|Dealer or offers between persons: no public central order book
`;

const rows: readonly string[][] = DECISIONS.trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split('|'));
const byKey: ReadonlyMap<string, TierDecision> = new Map(
  rows.map(([name = '', tier, since = '', reason = '']) => [
    exchangeKey(name),
    { tier: tier === 'A' ? 'A' : 'B', since, reason },
  ]),
);

/** The shipped tier of an exchange, by its current name or a former one. */
export function shippedTier(name: string): TierDecision {
  return byKey.get(exchangeKey(name)) ?? NOT_REVIEWED;
}

/** Names of all exchanges with a decision. */
export function reviewedNames(): readonly string[] {
  return [...new Set(rows.map(([name = '']) => name))];
}
