import { TICK_MS } from '../../clock.ts';
import { toNumber, type IndexTicker } from '@tidemark/sdk';
import { amountText } from '../../format/number.ts';
import { timeText } from '../../format/time.ts';
import { useWidth } from '../../parts/use-width.ts';
import { TICKS_SHOWN } from './lx.ts';

const HEIGHT = 44;

/**
 * Volume of the constituents in each slot as bars, newest at the right. A slot without a value stays empty.
 * `ticks`: newest first.
 */
export function TickVolumes({ ticks, symbol }: { ticks: readonly IndexTicker[]; symbol: string }) {
  const [place, width] = useWidth<HTMLDivElement>(320);
  const last = Date.parse(ticks[0]!.timestamp);
  const bars = volumeBars(ticks);
  const most = Math.max(...bars.map(({ volume }) => volume), 0);
  const step = width / TICKS_SHOWN;
  return (
    <div ref={place} class="picture indices-bars">
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`Traded in ${bars.length} of the last ${TICKS_SHOWN} slots, at most ${amountText(most)} ${symbol}`}
      >
        <path class="axis" d={`M0 ${HEIGHT - 0.5}H${width}`} />
        {bars.map(({ at, slot, volume }) => {
          const height = most === 0 ? 0 : (volume / most) * (HEIGHT - 4);
          return (
            <rect
              key={at}
              x={slot * step + 0.5}
              y={HEIGHT - 1 - height}
              width={Math.max(1, step - 1.5)}
              height={height}
              class={at === last ? 'newest' : ''}
            >
              <title>{`${timeText(at)}: ${volume} ${symbol}`}</title>
            </rect>
          );
        })}
      </svg>
    </div>
  );
}

interface VolumeBar {
  readonly at: number;
  /** Slot number from the left. */
  readonly slot: number;
  readonly volume: number;
}

/** If ticks are missing, a value may be older than the shown slots: then it has no bar. */
export function volumeBars(ticks: readonly Pick<IndexTicker, 'timestamp' | 'tickVolume'>[]): VolumeBar[] {
  const last = Date.parse(ticks[0]?.timestamp ?? '');
  return ticks.flatMap(({ tickVolume, timestamp }) => {
    const at = Date.parse(timestamp);
    const slot = TICKS_SHOWN - 1 - Math.round((last - at) / TICK_MS);
    return tickVolume === undefined || slot < 0 ? [] : [{ at, slot, volume: toNumber(tickVolume) }];
  });
}
