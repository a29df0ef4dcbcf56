import { addressOf } from '../../address.ts';
import type { Underlying } from './contract-book.ts';

/** This many are buttons; the others are in the list. */
const NEAR = 5;

interface ChoiceProps {
  readonly underlyings: readonly Underlying[];
  readonly chosen: Underlying | undefined;
}

/** Chooses the shown asset, which is part of the address. */
export function UnderlyingChoice({ underlyings, chosen }: ChoiceProps) {
  const go = (name: string) => (location.hash = addressOf('derivatives', name));
  /** Several assets may share a symbol: it means the one with most contracts. */
  const nameOf = ({ assetId, symbol }: Underlying) =>
    underlyings.find((each) => each.symbol === symbol)?.assetId === assetId ? symbol : assetId;
  return (
    <div class="derivatives-choice">
      <div class="choices" role="group" aria-label="Assets with most contracts">
        {underlyings.slice(0, NEAR).map((each) => (
          <button
            key={each.assetId}
            aria-pressed={each.assetId === chosen?.assetId}
            onClick={() => go(nameOf(each))}
          >
            {each.symbol}
          </button>
        ))}
      </div>
      <select
        class="field"
        aria-label="Asset"
        value={chosen ? nameOf(chosen) : ''}
        onChange={({ currentTarget }) => go(currentTarget.value)}
      >
        {!chosen && <option value="">Choose</option>}
        {underlyings.map((each) => (
          <option key={each.assetId} value={nameOf(each)}>
            {each.symbol} ({each.contracts.length})
          </option>
        ))}
      </select>
    </div>
  );
}
