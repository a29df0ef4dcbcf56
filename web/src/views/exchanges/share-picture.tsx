import { bpsText } from '../../format/number.ts';
import { logarithmic, spanOf } from '../../parts/scale.ts';
import { useWidth } from '../../parts/use-width.ts';
import type { ExchangeRow } from './exchange-list.tsx';

const HEIGHT = 170;
const [LEFT, RIGHT, BOTTOM, TOP] = [44, 16, 34, 12];
/** So many of the largest have a name in the picture. */
const NAMED = 3;
const POWERS = [1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1];
/** In basis points. What is nearer to the references than the first is drawn there. */
const DISTANCES = [0.3, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];

/** How much an exchange trades against how far its prices are off: both matter for what it may do to a reference. */
export function SharePicture({ rows }: { rows: readonly ExchangeRow[] }) {
  const [place, width] = useWidth<HTMLDivElement>();
  const drawn = rows
    .filter(({ share, deviation }) => share > 0 && deviation !== undefined)
    .sort((a, b) => b.share - a.share);
  const shares = spanOf(drawn.map(({ share }) => share));
  if (!shares) return <p class="note">No exchange has an accepted price now.</p>;
  const most = Math.max(...drawn.map(({ deviation }) => deviation!), 3) * 1.3;
  const marks = DISTANCES.filter((mark) => mark <= most);
  const x = logarithmic([shares[0] / 1.5, Math.min(1, shares[1] * 1.5)], [LEFT, width - RIGHT]);
  const y = logarithmic([DISTANCES[0]!, most], [HEIGHT - BOTTOM, TOP]);
  return (
    <div ref={place} class="picture exchanges-points">
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`${drawn.length} exchanges by share of volume and distance from the references; the table has the numbers`}
      >
        {marks.map((mark) => (
          <g key={mark}>
            <path class="rule" d={`M${LEFT} ${y(mark)}H${width - RIGHT}`} />
            <text x={LEFT - 8} y={y(mark) + 4} text-anchor="end">
              {mark}
            </text>
          </g>
        ))}
        {POWERS.filter((power) => power >= shares[0] / 1.5 && power <= shares[1] * 1.5).map((power) => (
          <g key={power}>
            <path class="rule" d={`M${x(power)} ${TOP}V${HEIGHT - BOTTOM}`} />
            <text x={x(power)} y={HEIGHT - BOTTOM + 15} text-anchor="middle">
              {`${Number((100 * power).toPrecision(2))}%`}
            </text>
          </g>
        ))}
        <text x={width - RIGHT} y={HEIGHT - 4} text-anchor="end">
          share of volume; upwards: distance in bps
        </text>
        {drawn.map(({ id, name, tier, share, deviation }) => (
          <circle key={id} class={tier === 'A' ? 'trusted' : ''} cx={x(share)} cy={y(deviation!)} r={4}>
            <title>{`${name}: ${(100 * share).toFixed(2)} % of volume, ${bpsText(deviation)} bps off`}</title>
          </circle>
        ))}
        {drawn.slice(0, NAMED).map(({ id, name, share, deviation }, i) => (
          <text
            key={id}
            x={x(share)}
            // Those next to each other stand on both sides of their points.
            y={y(deviation!) + (i % 2 === 0 ? -9 : 17)}
            text-anchor={i === 0 ? 'end' : 'middle'}
          >
            {name}
          </text>
        ))}
      </svg>
    </div>
  );
}
