import type { ReadonlySignal } from '@preact/signals';
import { changeText, directionOf, amountText, priceText } from '../format/number.ts';
import { instantText } from '../format/time.ts';
import type { Bar } from './bar.ts';
import type { ChartData } from './chart-data.ts';

interface ChartLegendProps {
  readonly data: ChartData;
  readonly title: string;
  readonly pointed: ReadonlySignal<number | undefined>;
  readonly others: readonly { readonly data: ChartData; readonly title: string }[];
}

const barAt = (data: ChartData, at: number | undefined): Bar | undefined =>
  at === undefined ? data.bars.at(-1) : data.bars.find((bar) => bar.at === at);

/** The numbers of the bar under the pointer, or of the last one. */
export function ChartLegend({ data, title, pointed, others }: ChartLegendProps) {
  for (const each of [data, ...others.map((other) => other.data)]) {
    void each.version.value;
    void each.ticks.value;
  }
  const bar = barAt(data, pointed.value);
  if (!bar) return null;
  const change = (bar.close / bar.open - 1) * 100;
  return (
    <div class="legend">
      <span class="quiet">{instantText(bar.at)}</span>
      {others.length > 0 ? (
        <>
          <span>
            <i class="stroke" /> {title} <b>{priceText(bar.close)}</b>
          </span>
          {others.map((other, i) => (
            <span key={other.title}>
              <i class={`stroke series-${i + 1}`} /> {other.title}{' '}
              <b>{priceText(barAt(other.data, pointed.value)?.close)}</b>
            </span>
          ))}
        </>
      ) : data.interval === '30s' ? (
        <b>{priceText(bar.close)}</b>
      ) : (
        <>
          <span>
            O <b>{priceText(bar.open)}</b>
          </span>
          <span>
            H <b>{priceText(bar.high)}</b>
          </span>
          <span>
            L <b>{priceText(bar.low)}</b>
          </span>
          <span>
            C <b>{priceText(bar.close)}</b>
          </span>
          <b class={directionOf(change)}>{changeText(change)}</b>
          {bar.volume !== undefined && (
            <span>
              Vol <b>{amountText(bar.volume)}</b>
            </span>
          )}
        </>
      )}
    </div>
  );
}
