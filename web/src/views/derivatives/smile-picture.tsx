import { useState } from 'preact/hooks';
import { linear, roundMarks, spanOf } from '../../parts/scale.ts';
import { useWidth } from '../../parts/use-width.ts';
import { outOfTheMoney, type Chain, type Expiry } from './option-chain.ts';
import { dayText, percent } from './percent.ts';

const HEIGHT = 248;
const EDGE = { left: 46, right: 16, top: 12, bottom: 26 } as const;

type Along = 'strike' | 'moneyness';

interface Point {
  readonly strike: number;
  readonly x: number;
  readonly y: number;
  readonly kind: 'call' | 'put';
}

/** Implied volatilities of options out of the money. */
function pointsOf({ strikes, forward }: Expiry, along: Along): Point[] {
  if (forward === undefined) return [];
  return strikes.flatMap((each): Point[] => {
    const volatility = outOfTheMoney(each, forward)?.volatility;
    if (volatility === undefined) return [];
    const { strike } = each;
    const x = along === 'strike' ? strike : strike / forward;
    return [{ strike, x, y: volatility, kind: strike < forward ? 'put' : 'call' }];
  });
}

/** The smile of the chosen expiry, with those of the others behind it. */
export function SmilePicture({ chain, chosen }: { chain: Chain; chosen: Expiry }) {
  const [place, width] = useWidth<HTMLDivElement>();
  const [along, setAlong] = useState<Along>('strike');
  const own = pointsOf(chosen, along);
  return (
    <div class="derivatives-smile">
      <div class="derivatives-smile-top">
        <h3>Smile, {dayText(chosen.expiration)}</h3>
        <div class="choices" role="group" aria-label="Along the smile">
          {(['strike', 'moneyness'] as const).map((each) => (
            <button key={each} aria-pressed={along === each} onClick={() => setAlong(each)}>
              {each === 'strike' ? 'Strike' : 'Strike / forward'}
            </button>
          ))}
        </div>
      </div>
      <div ref={place} class="picture">
        {own.length < 2 ? (
          <p class="note">Too few of its marks are precise enough for a volatility.</p>
        ) : (
          <Drawing
            width={width}
            along={along}
            own={own}
            others={othersOf(chain, chosen, along)}
            chosen={chosen}
          />
        )}
      </div>
    </div>
  );
}

const othersOf = ({ expiries }: Chain, chosen: Expiry, along: Along) =>
  expiries
    .filter((each) => each !== chosen)
    .map((each) => ({ expiration: each.expiration, points: pointsOf(each, along) }))
    .filter(({ points }) => points.length > 1);

interface DrawingProps {
  readonly width: number;
  readonly along: Along;
  readonly own: readonly Point[];
  readonly others: ReturnType<typeof othersOf>;
  readonly chosen: Expiry;
}

function Drawing({ width, along, own, others, chosen }: DrawingProps) {
  const [left, right] = spanOf(own.map(({ x }) => x))!;
  const inside = others.map(({ expiration, points }) => ({
    expiration,
    points: points.filter(({ x }) => x >= left && x <= right),
  }));
  const all = [...own, ...inside.flatMap(({ points }) => points)].map(({ y }) => y);
  const [low, high] = spanOf(all)!;
  const x = linear([left, right], [EDGE.left + 8, width - EDGE.right - 8]);
  const room = (high - low || 0.1) * 0.08;
  const y = linear([low - room, high + room], [HEIGHT - EDGE.bottom, EDGE.top]);
  const lineOf = (points: readonly Point[]) => points.map((each) => `${x(each.x)},${y(each.y)}`).join(' ');
  const money = along === 'strike' ? chosen.forward! : 1;
  const text = (mark: number) => (along === 'strike' ? mark.toLocaleString('en-US') : percent(mark, 0));
  return (
    <svg
      width={width}
      height={HEIGHT}
      role="img"
      aria-label="Implied volatility by strike; the table has the numbers"
    >
      {roundMarks(low - room, high + room, 5).map((mark) => (
        <g key={mark}>
          <path class="rule" d={`M${EDGE.left} ${y(mark)}H${width - EDGE.right}`} />
          <text x={EDGE.left - 8} y={y(mark) + 4} text-anchor="end">
            {percent(mark, 0)}
          </text>
        </g>
      ))}
      {roundMarks(left, right, width < 560 ? 4 : 8).map((mark) => (
        <text key={mark} x={x(mark)} y={HEIGHT - 8} text-anchor="middle">
          {text(mark)}
        </text>
      ))}
      <path class="zero" d={`M${x(money)} ${EDGE.top}V${HEIGHT - EDGE.bottom}`} />
      <text x={x(money) + 5} y={EDGE.top + 10}>
        forward
      </text>
      {inside.map(({ expiration, points }) => (
        <polyline key={expiration} class="other" points={lineOf(points)}>
          <title>{dayText(expiration)}</title>
        </polyline>
      ))}
      <polyline class="own" points={lineOf(own)} />
      {own.map((point) => (
        <circle key={point.strike} class={point.kind} cx={x(point.x)} cy={y(point.y)} r={3}>
          <title>{`${point.strike.toLocaleString('en-US')} ${point.kind}: ${percent(point.y, 1)}`}</title>
        </circle>
      ))}
    </svg>
  );
}
