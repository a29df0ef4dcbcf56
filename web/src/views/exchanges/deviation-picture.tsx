import { bpsText } from '../../format/number.ts';
import { linear, roundMarks } from '../../parts/scale.ts';
import { useWidth } from '../../parts/use-width.ts';
import type { ListingRow } from './exchange-markets.tsx';

const HEIGHT = 92;
const EDGE = 24;
const BASE = 66;

/**
 * Markets along a line by their distance from the reference; larger points trade more. Distances beyond 100
 * bps are drawn at the edge.
 */
export function DeviationPicture({ rows }: { rows: readonly ListingRow[] }) {
  const [place, width] = useWidth<HTMLDivElement>();
  const largest = Math.max(...rows.map(({ deviation }) => Math.abs(deviation!)), 2);
  const edge = Math.min(100, largest * 1.1);
  const x = linear([-edge, edge], [EDGE, width - EDGE]);
  const most = Math.max(...rows.map(({ volume }) => volume ?? 0), 1);
  const placeOf = (bps: number) => x(Math.max(-edge, Math.min(edge, bps)));
  return (
    <div ref={place} class="picture exchanges-strip">
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label="Markets by their distance from the reference; the table has the numbers"
      >
        {roundMarks(-edge, edge, width < 560 ? 4 : 8).map((mark) => (
          <g key={mark}>
            <path class={mark === 0 ? 'zero' : 'rule'} d={`M${x(mark)} 8V${BASE}`} />
            <text x={x(mark)} y={BASE + 18} text-anchor="middle">
              {bpsText(mark)}
            </text>
          </g>
        ))}
        {rows.map(({ id, name, deviation, volume }, i) => (
          <circle
            key={id}
            cx={placeOf(deviation!)}
            cy={16 + ((i * 17) % 44)}
            r={2.5 + 8 * Math.sqrt((volume ?? 0) / most)}
          >
            <title>{`${name}: ${bpsText(deviation)} bps`}</title>
          </circle>
        ))}
      </svg>
    </div>
  );
}
