import { bpsText } from '../../format/number.ts';
import { logarithmic, spanOf } from '../../parts/scale.ts';
import { useWidth } from '../../parts/use-width.ts';
import type { ExchangeRow } from './exchange-list.tsx';
import { labelPlaces } from './label-places.ts';

const HEIGHT = 190;
const [LEFT, RIGHT, BOTTOM, TOP] = [44, 16, 42, 26];
/** This many of the largest have a name, if there is room. */
const NAMED = 6;
const POWERS = [1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1];
/** In basis points. Smaller distances are drawn at the first. */
const DISTANCES = [0.3, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];

/** Each exchange by its share of volume and the distance of its prices from the reference prices. */
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
  const points = drawn.map(({ name, share, deviation }) => ({ name, x: x(share), y: y(deviation!) }));
  const area = { left: LEFT, right: width - RIGHT, top: TOP - 8, bottom: HEIGHT - BOTTOM };
  return (
    <div ref={place} class="picture exchanges-points">
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`${drawn.length} exchanges by share of volume and distance from the reference price; the table has the numbers`}
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
            <text x={x(power)} y={HEIGHT - BOTTOM + 18} text-anchor="middle">
              {`${Number((100 * power).toPrecision(2))}%`}
            </text>
          </g>
        ))}
        <text x={0} y={12}>
          Distance from the reference price, bps
        </text>
        <text x={width - RIGHT} y={HEIGHT - 6} text-anchor="end">
          Share of volume
        </text>
        {drawn.map(({ id, name, tier, share, deviation }) => (
          <circle key={id} class={tier === 'A' ? 'trusted' : ''} cx={x(share)} cy={y(deviation!)} r={4}>
            <title>{`${name}: ${(100 * share).toFixed(2)} % of volume, ${bpsText(deviation)} bps off`}</title>
          </circle>
        ))}
        {labelPlaces(points, NAMED, area).map((label) => (
          <text key={label.name} class="label" x={label.x} y={label.y}>
            {label.name}
          </text>
        ))}
      </svg>
    </div>
  );
}
