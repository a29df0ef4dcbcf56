import { useWidth } from '../../parts/use-width.ts';

/** Upper limits of the bars, in basis points; the last is open. */
const ENDS = [0.5, 1, 2, 5, 10, 20, 50, 100, Infinity];
/** On a wide screen the picture is next to a table of this height. */
const HEIGHTS = { narrow: 190, wide: 400 } as const;
const [BELOW, TOP] = [30, 18];

/** Number of markets by the spread of their three medians. */
export function SpreadPicture({ spreads }: { spreads: readonly number[] }) {
  const [place, width] = useWidth<HTMLDivElement>();
  const counts = ENDS.map(
    (end, i) => spreads.filter((bps) => bps <= end && bps > (ENDS[i - 1] ?? -1)).length,
  );
  const height = width < 480 ? HEIGHTS.narrow : HEIGHTS.wide;
  const base = height - BELOW;
  const most = Math.max(1, ...counts);
  const step = width / ENDS.length;
  return (
    <div ref={place} class="picture integrity-spreads">
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${spreads.length} markets: ${counts.map((count, i) => `${count} ${titleOf(i)} bps`).join(', ')}`}
      >
        {counts.map((count, i) => {
          const high = (count / most) * (base - TOP);
          return (
            <g key={titleOf(i)}>
              <rect
                class={i === ENDS.length - 1 ? 'split' : ''}
                x={i * step + 3}
                y={base - high}
                width={step - 6}
                height={high}
              />
              <text class="strong" x={(i + 0.5) * step} y={base - high - 5} text-anchor="middle">
                {count}
              </text>
              <text x={(i + 0.5) * step} y={base + 16} text-anchor="middle">
                {titleOf(i)}
              </text>
            </g>
          );
        })}
        <path class="axis" d={`M0 ${base}H${width}`} />
      </svg>
    </div>
  );
}

const titleOf = (i: number) => (i === ENDS.length - 1 ? `>${ENDS[i - 1]}` : `≤${ENDS[i]}`);
