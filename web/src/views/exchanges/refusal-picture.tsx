import { amountText, countText } from '../../format/number.ts';
import { reasonMeaning, reasonText } from '../../format/reasons.ts';
import { timeText } from '../../format/time.ts';
import { linear, roundMarks } from '../../parts/scale.ts';
import { useWidth } from '../../parts/use-width.ts';
import { REASONS, totalsOf, type HourCount } from './refusals.ts';

const HEIGHT = 170;
const [LEFT, BOTTOM, TOP] = [44, 22, 8];
const BASE = HEIGHT - BOTTOM;

/** Rejected tickers of each of the last 24 hours by reason. An hour without counts is hatched, not empty. */
export function RefusalPicture({ hours, label }: { hours: readonly HourCount[]; label: string }) {
  const [place, width] = useWidth<HTMLDivElement>();
  const most = Math.max(1, ...hours.map(({ total }) => total));
  const y = linear([0, most], [BASE, TOP]);
  const step = (width - LEFT) / Math.max(1, hours.length);
  const totals = totalsOf(hours);
  const every = width < 560 ? 6 : 3;
  return (
    <>
      <div ref={place} class="picture exchanges-refusals">
        <svg width={width} height={HEIGHT} role="img" aria-label={`${label}: ${sentence(totals)}`}>
          {roundMarks(0, most, 3).map((mark) => (
            <g key={mark}>
              <path class="rule" d={`M${LEFT} ${y(mark)}H${width}`} />
              <text x={LEFT - 8} y={y(mark) + 4} text-anchor="end">
                {Number.isInteger(mark) && mark < 1000 ? mark : amountText(mark)}
              </text>
            </g>
          ))}
          {hours.map((hour, i) => (
            <Hour key={hour.at} hour={hour} x={LEFT + i * step + 1} width={Math.max(1, step - 2)} y={y} />
          ))}
          {hours.map(({ at }, i) =>
            i % every === 0 ? (
              <text key={at} x={LEFT + i * step} y={HEIGHT - 6}>
                {timeText(at).slice(0, 5)}
              </text>
            ) : null,
          )}
        </svg>
      </div>
      <ul class="keys">
        {totals.map(([reason, count]) => (
          <li key={reason} title={reasonMeaning(reason)}>
            <i class={`reason-${REASONS.indexOf(reason)}`} /> {reasonText(reason)} {countText(count)}
          </li>
        ))}
        {totals.length === 0 && <li>Nothing was rejected in the counted hours.</li>}
        {hours.some(({ ticks }) => ticks === 0) && (
          <li>
            <i class="uncounted" /> not counted
          </li>
        )}
      </ul>
    </>
  );
}

function Hour(props: { hour: HourCount; x: number; width: number; y: (count: number) => number }) {
  const { hour, x, width, y } = props;
  if (hour.ticks === 0)
    return (
      <rect class="uncounted" x={x} y={BASE - 6} width={width} height={6}>
        <title>{`${timeText(hour.at)}: not counted`}</title>
      </rect>
    );
  let below = 0;
  return (
    <g>
      <title>{`${timeText(hour.at)}: ${countText(hour.total)} rejected, ${countText(hour.accepted)} accepted`}</title>
      <path class="axis" d={`M${x} ${BASE}h${width}`} />
      {[...hour.refused].map(([reason, count]) => {
        const top = y(below + count);
        const height = y(below) - top;
        below += count;
        return (
          <rect
            key={reason}
            class={`reason-${REASONS.indexOf(reason)}`}
            x={x}
            y={top}
            width={width}
            height={height}
          />
        );
      })}
    </g>
  );
}

const sentence = (totals: ReturnType<typeof totalsOf>) =>
  totals.length === 0
    ? 'nothing was rejected'
    : totals.map(([reason, count]) => `${countText(count)} ${reasonText(reason)}`).join(', ');
