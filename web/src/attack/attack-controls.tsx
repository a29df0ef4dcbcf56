import { amountText, changeText, priceText } from '../format/number.ts';
import { UNCHANGED, type Alteration, type Line } from './alteration.ts';
import { priceSliderOf, priceTimesAt, volumeSliderOf, volumeTimesAt } from './slider-steps.ts';

interface ControlsProps {
  readonly lines: readonly Line[];
  readonly chosen: string;
  readonly alteration: Alteration | undefined;
  readonly base: string;
  readonly onChoose: (id: string) => void;
  readonly onChange: (change: Partial<Alteration>) => void;
}

/** Changes what one exchange reports: the keyboard alternative to dragging. */
export function AttackControls({
  lines,
  chosen,
  alteration = UNCHANGED,
  base,
  onChoose,
  onChange,
}: ControlsProps) {
  const line = lines.find(({ exchangeId }) => exchangeId === chosen);
  const { priceTimes, volumeTimes, isSilent } = alteration;
  if (!line) return null;
  const price = Number(line.last) * priceTimes;
  const volume = Number(line.reportedVolume) * volumeTimes;
  const percent = changeText((priceTimes - 1) * 100);
  return (
    <div class="attack-controls">
      <label>
        <span>Exchange</span>
        <select class="field" value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
          {lines.map(({ exchangeId, exchange, tier }) => (
            <option key={exchangeId} value={exchangeId}>
              {exchange} ({tier})
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>
          Price <b>{`${priceText(price)} (${percent})`}</b>
        </span>
        <input
          type="range"
          min={-100}
          max={100}
          step={0.5}
          value={priceSliderOf(priceTimes)}
          aria-valuetext={`${priceText(price)}, ${percent}`}
          disabled={isSilent}
          onInput={(event) => onChange({ priceTimes: priceTimesAt(Number(event.currentTarget.value)) })}
        />
      </label>
      <label>
        <span>
          Volume 24 h <b>{`${amountText(volume)} ${base} (${timesText(volumeTimes)})`}</b>
        </span>
        <input
          type="range"
          min={-100}
          max={100}
          step={1}
          value={volumeSliderOf(volumeTimes)}
          aria-valuetext={`${amountText(volume)} ${base}, ${timesText(volumeTimes)}`}
          disabled={isSilent}
          onInput={(event) => onChange({ volumeTimes: volumeTimesAt(Number(event.currentTarget.value)) })}
        />
      </label>
      <label class="attack-silence">
        <input
          type="checkbox"
          checked={isSilent}
          onChange={(event) => onChange({ isSilent: event.currentTarget.checked })}
        />
        <span>Silence it</span>
      </label>
    </div>
  );
}

function timesText(times: number): string {
  return times >= 1 ? `× ${Number(times.toPrecision(3))}` : `÷ ${Number((1 / times).toPrecision(3))}`;
}
