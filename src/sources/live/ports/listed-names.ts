import type { ListedCurrency, ListedMarket, MarketList } from './exchange-api.ts';

/**
 * Letters, digits and signs of any script, without spaces and without what cannot be seen. Codes in Chinese letters are real,
 * and so are addresses of tokens in the place of a code.
 */
const CODE = /^[^\p{C}\p{Z}]{1,64}$/u;
/** Of a market, as its exchange spells it, or of an asset: it may have spaces. */
const NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

/** Whether something can be the code of an asset. Exchanges are not trusted: a code becomes the symbol of an asset for ever. */
export function isAssetCode(value: unknown): value is string {
  // Names that every object has are no codes: there are objects by code, in ccxt too.
  return typeof value === 'string' && CODE.test(value) && !(value in Object.prototype);
}

/** The list without rows that cannot be meant; the same object where there are none. One bad row does not spoil a list. */
export function usableList<List extends Pick<MarketList, 'markets' | 'currencies'>>(list: List): List {
  const [markets, currencies] = [list.markets.filter(isMarket), list.currencies.filter(isCurrency)];
  const isWhole = markets.length === list.markets.length && currencies.length === list.currencies.length;
  return isWhole ? list : { ...list, markets, currencies };
}

/** Of a spot market, or of a contract, which says what it settles in. */
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

/** Whether something can be the name of a market or of an asset. */
export function isEntityName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value);
}
