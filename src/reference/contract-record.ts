import { DERIVATIVE_TYPES, OPTION_TYPES, type DerivativeContract } from '../core/contract.ts';
import { isPlainDecimal } from '../core/numbers/decimal.ts';
import { parseUuid } from '../core/ids/uuid.ts';

type Json = Readonly<Record<string, unknown>>;

/** Encodes a contract as one line of JSON. Throws if it could not be read again. */
export function writeContract(contract: DerivativeContract): string {
  if (!isContract(contract)) throw new RangeError('the contract is invalid and cannot be stored');
  return JSON.stringify(contract);
}

/** Undefined if `writeContract` did not write the text. */
export function readContract(text: string): DerivativeContract | undefined {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isContract(record) ? record : undefined;
}

/** Whether it can be stored and read again. */
export function isContract(record: unknown): record is DerivativeContract {
  if (typeof record !== 'object' || record === null) return false;
  const fields = record as Json;
  const { type } = fields;
  if (!DERIVATIVE_TYPES.some((known) => known === type) || !hasTerms(fields)) return false;
  if (type === 'perpetuals') return true;
  if (!Number.isInteger(fields['listing']) || !Number.isInteger(fields['expiration'])) return false;
  if (type === 'futures') return true;
  return (
    OPTION_TYPES.some((known) => known === fields['optionType']) && isDecimalText(fields['optionStrike'])
  );
}

function hasTerms(fields: Json): boolean {
  const ids = ['id', 'exchangeId', 'marketId'].map((name) => fields[name]);
  const texts = ['exchangeName', 'settlementCurrency', 'valueCurrency'].map((name) => fields[name]);
  return (
    ids.every((id) => typeof id === 'string' && parseUuid(id) === id) &&
    texts.every((text) => typeof text === 'string' && text !== '') &&
    isDecimalText(fields['contractValue'])
  );
}

function isDecimalText(value: unknown): boolean {
  return typeof value === 'string' && isPlainDecimal(value);
}
