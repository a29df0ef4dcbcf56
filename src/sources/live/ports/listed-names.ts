import type { ListedCurrency, ListedMarket, MarketList } from './exchange-api.ts';

/**
 * Letters, digits and signs of any script, without spaces and invisible characters. Codes in Chinese letters exist, and
 * so do token addresses used as codes.
 */
const CODE = /^[^\p{C}\p{Z}]{1,64}$/u;
/** Name of a market, as its exchange spells it, or of an asset: it may have spaces. */
const NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

/**
 * Whether a value can be an asset code. Exchanges are not trusted, because a code becomes the permanent symbol of an
 * asset.
 */
export function isAssetCode(value: unknown): value is string {
  // Excludes names that every object has, because objects are keyed by code, also in ccxt.
  return typeof value === 'string' && CODE.test(value) && !(value in Object.prototype);
}

/** Removes invalid rows; returns the same object if there are none. One bad row does not invalidate a list. */
export function usableList<List extends Pick<MarketList, 'markets' | 'currencies'>>(list: List): List {
  const [markets, currencies] = [list.markets.filter(isMarket), list.currencies.filter(isCurrency)];
  const isWhole = markets.length === list.markets.length && currencies.length === list.currencies.length;
  return isWhole ? list : { ...list, markets, currencies };
}

/** Checks a spot market, or a contract, which also has a settlement code. */
function isMarket(market: ListedMarket & { readonly settle?: unknown }): boolean {
  const { symbol, base, quote, settle } = market;
  const { ownBase = base, ownQuote = quote } = market;
  return (
    [symbol, ownBase, ownQuote].every(isEntityName) &&
    [base, quote].every(isAssetCode) &&
    (settle === undefined || isAssetCode(settle))
  );
}

function isCurrency({ code, name = code, contractAddress = code }: ListedCurrency): boolean {
  return isAssetCode(code) && isEntityName(name) && isEntityName(contractAddress);
}

/** Whether a value can be the name of a market or an asset. */
export function isEntityName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value);
}
