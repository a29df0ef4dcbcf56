import { addressOf } from '../../address.ts';
import type { Underlying } from './contract-book.ts';

/** So many are one click away; the others are in the list. */
const NEAR = 5;

interface ChoiceProps {
  readonly underlyings: readonly Underlying[];
  readonly chosen: Underlying | undefined;
}

/** Which asset is shown. It is in the address. */
export function UnderlyingChoice({ underlyings, chosen }: ChoiceProps) {
  const go = (symbol: string) => (location.hash = addressOf('derivatives', symbol));
  return (
    <div class="derivatives-choice">
      <div class="choices" role="group" aria-label="Assets with most contracts">
        {underlyings.slice(0, NEAR).map(({ assetId, symbol }) => (
          <button key={assetId} aria-pressed={assetId === chosen?.assetId} onClick={() => go(symbol)}>
            {symbol}
          </button>
        ))}
      </div>
      <select
        class="field"
        aria-label="Asset"
        value={chosen?.symbol ?? ''}
        onChange={({ currentTarget }) => go(currentTarget.value)}
      >
        {!chosen && <option value="">Choose</option>}
        {underlyings.map(({ assetId, symbol, contracts }) => (
          <option key={assetId} value={symbol}>
            {symbol} ({contracts.length})
          </option>
        ))}
      </select>
    </div>
  );
}
