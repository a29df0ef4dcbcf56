import { bpsText, priceText } from '../../format/number.ts';
import { useWidth } from '../../parts/use-width.ts';
import type { AssetPath, Neighbour, Onward } from './path-data.ts';

const ROW = 40;
const THICKEST = 9;

interface PathGraphProps {
  readonly path: AssetPath;
  /** Neighbours drawn by name. */
  readonly shown: readonly Neighbour[];
  readonly onward: ReadonlyMap<string, Onward>;
}

interface Node {
  readonly neighbour: Neighbour | undefined;
  readonly title: string;
  readonly y: number;
}

/**
 * From the asset through its quote assets to US dollars. The width of a line is the weight of its markets in
 * the solution; a dashed line stands for a path through further markets.
 */
export function PathGraph({ path, shown, onward }: PathGraphProps) {
  const [place, width] = useWidth<HTMLDivElement>();
  const others = path.neighbours.length - shown.length - (path.neighbours.some(({ isUsd }) => isUsd) ? 1 : 0);
  const direct = path.neighbours.find(({ isUsd }) => isUsd);
  const nodes: Node[] = [];
  const add = (neighbour: Neighbour | undefined, title: string) =>
    nodes.push({ neighbour, title, y: 24 + nodes.length * ROW });
  if (direct) add(direct, '');
  for (const neighbour of shown) add(neighbour, neighbour.symbol);
  if (others > 0) add(undefined, `${others} more`);
  const height = 24 + nodes.length * ROW;
  const middle = (24 + (nodes.length - 1) * ROW + 24) / 2;
  const [left, centre, right] = [44, width / 2, width - 34];
  const heaviest = Math.max(
    ...path.neighbours.map(({ weight }) => weight),
    ...[...onward.values()].map(({ weight }) => weight),
  );
  const thick = (weight: number) => 1 + (THICKEST * weight) / heaviest;
  return (
    <div ref={place} class="picture path-graph">
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${path.symbol} reaches US dollars ${direct ? 'directly and ' : ''}through ${path.neighbours.length - (direct ? 1 : 0)} assets; the table below has every market`}
      >
        {nodes.map(({ neighbour, title, y }) =>
          neighbour?.isUsd ? (
            <g key="direct">
              <path
                class="way"
                d={curve(left, middle, centre, y) + curve(centre, y, right, middle, true)}
                stroke-width={thick(neighbour.weight)}
              >
                <title>{waysTitle(neighbour)}</title>
              </path>
              <Words x={centre} y={y - 8} text={`direct, ${percent(neighbour.share)}`} />
            </g>
          ) : (
            <g key={title}>
              {neighbour ? (
                <path
                  class={neighbour.weight > 0 ? 'way' : 'way none'}
                  d={curve(left, middle, centre, y)}
                  stroke-width={thick(neighbour.weight)}
                >
                  <title>{waysTitle(neighbour)}</title>
                </path>
              ) : (
                <path class="way rest" d={curve(left, middle, centre, y)} />
              )}
              <OnwardWay
                from={[centre, y]}
                to={[right, middle]}
                onward={neighbour && onward.get(neighbour.id)}
                thick={thick}
              />
              {neighbour && width > 560 && (
                <Words
                  x={centre - boxWidth(title) / 2 - 12}
                  y={y - 7}
                  text={percent(neighbour.share)}
                  isAtEnd
                />
              )}
              <Box x={centre} y={y} title={title} isQuiet={!neighbour} />
            </g>
          ),
        )}
        <Box x={left} y={middle} title={path.symbol} isEnd />
        <Box x={right} y={middle} title="USD" isEnd />
      </svg>
    </div>
  );
}

function OnwardWay(props: {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly onward: Onward | undefined;
  readonly thick: (weight: number) => number;
}) {
  const { from, to, onward, thick } = props;
  const d = curve(...from, ...to);
  if (!onward) return <path class="way rest" d={d} />;
  if (onward.weight === 0)
    return (
      <path class="way none" d={d}>
        <title>{`No market with USD takes part: the path continues through ${onward.marketCount} markets`}</title>
      </path>
    );
  return (
    <path class="way" d={d} stroke-width={thick(onward.weight)}>
      <title>{`A market with USD, one of ${onward.marketCount} that take part`}</title>
    </path>
  );
}

function Box({
  x,
  y,
  title,
  isEnd,
  isQuiet,
}: {
  x: number;
  y: number;
  title: string;
  isEnd?: boolean;
  isQuiet?: boolean;
}) {
  const width = boxWidth(title);
  return (
    <g class={`box ${isEnd ? 'end' : ''} ${isQuiet ? 'rest' : ''}`}>
      <rect x={x - width / 2} y={y - 13} width={width} height={26} rx={6} />
      <text x={x} y={y + 4} text-anchor="middle">
        {title}
      </text>
    </g>
  );
}

function Words({ x, y, text, isAtEnd }: { x: number; y: number; text: string; isAtEnd?: boolean }) {
  return (
    <text x={x} y={y} text-anchor={isAtEnd ? 'end' : 'middle'}>
      {text}
    </text>
  );
}

const boxWidth = (title: string) => Math.max(44, title.length * 8 + 16);
const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

function curve(x: number, y: number, toX: number, toY: number, goesOn = false): string {
  const half = (x + toX) / 2;
  return `${goesOn ? '' : `M${x} ${y}`}C${half} ${y} ${half} ${toY} ${toX} ${toY}`;
}

const waysTitle = ({ markets }: Neighbour) =>
  markets
    .map(
      ({ name, share, impliedUsd, offBps }) =>
        `${name}: ${percent(share)} of the weight, ${priceText(impliedUsd)} USD implied by it alone, ${bpsText(offBps)} bps off`,
    )
    .join('\n');
