import { bpsText, priceText } from '../../format/number.ts';
import { linear, roundMarks, spanOf } from '../../parts/scale.ts';
import { useWidth } from '../../parts/use-width.ts';
import type { ConstituentRow, Opinion } from './lx.ts';

const ROW = 24;
const TOP = 42;
const BOTTOM = 24;
const RIGHT = 16;

interface LxPictureProps {
  readonly name: string;
  readonly price: number;
  readonly rows: readonly ConstituentRow[];
  readonly opinions: readonly Opinion[];
}

/** Each constituent by its distance from the index, as large as its share; the three opinions and the index as lines. */
export function LxPicture({ name, price, rows, opinions }: LxPictureProps) {
  const [place, width] = useWidth<HTMLDivElement>();
  const drawn = rows.filter(({ deviation }) => deviation !== undefined);
  const lines = opinions.flatMap((each) =>
    each.price === undefined ? [] : [{ ...each, bps: (each.price / price - 1) * 10_000 }],
  );
  const [low, high] = spanOf([
    0,
    ...drawn.map(({ deviation }) => deviation!),
    ...lines.map(({ bps }) => bps),
  ])!;
  const spare = Math.max(0.5, (high - low) * 0.08);
  const left = width < 480 ? 92 : 132;
  const x = linear([low - spare, high + spare], [left, width - RIGHT]);
  const bottom = TOP + drawn.length * ROW;
  return (
    <div ref={place} class="picture lx-picture">
      <svg
        width={width}
        height={bottom + BOTTOM}
        role="img"
        aria-label={`${name}: ${drawn.length} constituents by their distance from the index; the table below has the numbers`}
      >
        {roundMarks(low - spare, high + spare, Math.max(2, width / 140)).map((mark) => (
          <g key={mark}>
            <path class="rule" d={`M${x(mark)} ${TOP - 8}V${bottom}`} />
            <text x={x(mark)} y={bottom + 16} text-anchor="middle">
              {bpsText(mark)}
            </text>
          </g>
        ))}
        <path class="index-line" d={`M${x(0)} ${TOP - 12}V${bottom}`} />
        {spread(lines.map(({ bps }) => x(bps))).map((at, i) => {
          const { title, about, bps, price } = lines[i]!;
          return (
            <g key={title} class={`opinion ${title}`}>
              <title>{`${title}, ${about}: ${priceText(price)}`}</title>
              <path d={`M${at} ${TOP - 22}L${x(bps)} ${TOP - 10}V${bottom}`} />
              <text x={at} y={TOP - 26} text-anchor="middle">
                {title}
              </text>
            </g>
          );
        })}
        {drawn.map(({ exchange, deviation, share, source }, i) => {
          const y = TOP + i * ROW + ROW / 2;
          return (
            <g key={exchange}>
              <path class="rule" d={`M${left} ${y}H${width - RIGHT}`} />
              <text x={left - 10} y={y + 4} text-anchor="end">
                {exchange}
              </text>
              <circle
                class={source === 'TRADES' ? 'trades' : 'ticker'}
                cx={x(deviation!)}
                cy={y}
                r={3 + 13 * Math.sqrt(share / 2)}
              >
                <title>{`${exchange}: ${bpsText(deviation)} bps, ${(100 * share).toFixed(1)} % of volume`}</title>
              </circle>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** Labels at least a letter apart, in the order given; the lines below lead to where they belong. */
function spread(places: readonly number[]): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]!);
  const out = [...places];
  for (const [n, i] of order.entries()) {
    const before = order[n - 1];
    if (before !== undefined) out[i] = Math.max(out[i]!, out[before]! + 16);
  }
  return out;
}
