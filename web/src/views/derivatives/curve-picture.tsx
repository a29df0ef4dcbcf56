import { priceText } from '../../format/number.ts';
import { linear, roundMarks, spanOf, type Scale } from '../../parts/scale.ts';
import { useWidth } from '../../parts/use-width.ts';
import type { ContractRow } from './contract-row.ts';
import { grouped } from './grouped.ts';
import { dayText, signedPercent } from './percent.ts';
import { VenueKeys, venuesOf } from './venue-name.tsx';

export type CurveOf = 'annual' | 'price';

/** Higher if it is next to a table. */
const heightOf = (width: number) => (width < 480 ? 264 : 344);
const EDGE = { left: 58, right: 16, top: 14, bottom: 26 } as const;
/** Perpetuals have their own column, before the first day. */
const PERPETUAL_PLACE = 26;
const DAY_MARKS = [7, 30, 90, 180, 365, 730];

interface Point {
  readonly row: ContractRow;
  readonly x: number;
  readonly y: number;
}

const valueOf = ({ annual, fair }: ContractRow, of: CurveOf) => (of === 'annual' ? annual : fair?.price);

/** Contracts by expiry, with lines between those of one exchange and market. Unknown values are left out. */
export function CurvePicture({ rows, of }: { rows: readonly ContractRow[]; of: CurveOf }) {
  const [place, width] = useWidth<HTMLDivElement>();
  const height = heightOf(width);
  const there = rows.filter((row) => valueOf(row, of) !== undefined);
  const span = spanOf(there.map((row) => valueOf(row, of)!));
  if (!span) return <p class="note">Nothing to draw: no contract that expires has a value.</p>;
  const scales = scalesOf(there, withRoom(span), width);
  const points = there.map((row): Point => ({
    row,
    x: row.days === undefined ? EDGE.left + PERPETUAL_PLACE / 2 : scales.x(row.days),
    y: scales.y(valueOf(row, of)!),
  }));
  const series = grouped(
    points.filter(({ row }) => row.type === 'futures'),
    ({ row }) => `${row.venue.id} ${row.market.id} ${row.contract.settlementCurrency}`,
  );
  return (
    <>
      <div ref={place} class="picture derivatives-curve">
        <svg
          width={width}
          height={height}
          role="img"
          aria-label="Contracts by expiry; the table has the numbers"
        >
          <Ground {...scales} width={width} of={of} />
          {[...series].map(([key, each]) => (
            <polyline
              key={key}
              class={`venue-${each[0]!.row.venue.colour}`}
              points={each
                .toSorted((a, b) => a.x - b.x)
                .map(({ x, y }) => `${x},${y}`)
                .join(' ')}
            />
          ))}
          {points.map((point) => (
            <Mark key={point.row.contract.id} {...point} of={of} />
          ))}
        </svg>
      </div>
      <VenueKeys venues={venuesOf(there)} />
    </>
  );
}

/** Leaves a margin, so that no point is on the edge. */
function withRoom([low, high]: [number, number]): [number, number] {
  const room = (high - low || Math.abs(high) || 1) * 0.08;
  return [low - room, high + room];
}

interface Scales {
  readonly x: Scale;
  readonly y: Scale;
  readonly span: readonly [number, number];
  readonly maxDays: number;
}

/** Near expiries are close together: days are scaled by their square root. */
function scalesOf(rows: readonly ContractRow[], span: [number, number], width: number): Scales {
  const maxDays = Math.max(30, ...rows.map(({ days }) => days ?? 0));
  const inner = linear([0, Math.sqrt(maxDays)], [EDGE.left + PERPETUAL_PLACE, width - EDGE.right]);
  return {
    x: (days) => inner(Math.sqrt(Math.max(0, days))),
    y: linear(span, [heightOf(width) - EDGE.bottom, EDGE.top]),
    span,
    maxDays,
  };
}

function Ground({ x, y, span, maxDays, width, of }: Scales & { width: number; of: CurveOf }) {
  const marks = roundMarks(span[0], span[1], 5);
  const step = marks.length < 2 ? 0.01 : marks[1]! - marks[0]!;
  // As many decimals of a percent as needed to distinguish the marks.
  const decimals = [0, 1].find((each) => Number.isInteger(Number((step * 10 ** (each + 2)).toFixed(6)))) ?? 2;
  const base = heightOf(width);
  return (
    <>
      {marks.map((mark) => (
        <g key={mark}>
          <path class={mark === 0 ? 'zero' : 'rule'} d={`M${EDGE.left} ${y(mark)}H${width - EDGE.right}`} />
          <text x={EDGE.left - 8} y={y(mark) + 4} text-anchor="end">
            {of === 'annual' ? signedPercent(mark, decimals) : priceText(mark).replace(/\.00$/, '')}
          </text>
        </g>
      ))}
      {DAY_MARKS.filter((days) => days <= maxDays).map((days) => (
        <g key={days}>
          <path class="rule" d={`M${x(days)} ${EDGE.top}V${base - EDGE.bottom}`} />
          <text x={x(days)} y={base - 8} text-anchor="middle">
            {days} d
          </text>
        </g>
      ))}
      {of === 'price' && (
        <text x={EDGE.left + PERPETUAL_PLACE / 2} y={base - 8} text-anchor="middle">
          perp
        </text>
      )}
    </>
  );
}

function Mark({ row, x, y, of }: Point & { of: CurveOf }) {
  const { venue, contract, isStale, expiration } = row;
  const value = of === 'annual' ? signedPercent(row.annual, 2) : priceText(row.fair!.price);
  const when = expiration === undefined ? 'perpetual' : dayText(expiration);
  const title = `${venue.name} ${contract.exchangeName}, ${when}: ${value}`;
  const look = `venue-${venue.colour} ${isStale ? 'stale' : ''}`;
  return expiration === undefined ? (
    <path class={look} d={`M${x} ${y - 4.5}l4.500 4.500l-4.500 4.500l-4.500 -4.500Z`}>
      <title>{title}</title>
    </path>
  ) : (
    <circle class={look} cx={x} cy={y} r={3.5}>
      <title>{title}</title>
    </circle>
  );
}
