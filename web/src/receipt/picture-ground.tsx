import { amountText, priceText } from '../format/number.ts';
import { MARGIN, type PictureScale } from './picture-scale.ts';
import type { Mark, Point, ReceiptModel } from './receipt-model.ts';
import { signedBps } from './point-words.ts';

interface GroundProps {
  readonly model: ReceiptModel;
  readonly scale: PictureScale;
  readonly chosen: Point | undefined;
}

/**
 * The background of the points: scales, the clamp, the medians and the value. The table next to it has the
 * same data for screen readers.
 */
export function PictureGround({ model, scale, chosen }: GroundProps) {
  const { width, height } = scale;
  const { value, centre, band, marks } = model;
  const bottom = height - MARGIN.bottom;
  const priceAt = (bps: number) => centre * (1 + bps / 10_000);
  return (
    <svg class="receipt-ground" width={width} height={height} aria-hidden="true">
      {band && (
        <rect
          class="clamp"
          x={scale.x(band[0])}
          y={MARGIN.top}
          width={scale.x(band[1]) - scale.x(band[0])}
          height={bottom - MARGIN.top}
        />
      )}
      {scale.volumeTicks.map((volume) => (
        <g key={volume}>
          <line class="grid" x1={MARGIN.left} x2={width} y1={scale.y(volume)} y2={scale.y(volume)} />
          <text class="axis" x={MARGIN.left - 6} y={scale.y(volume) + 4} text-anchor="end">
            {amountText(volume).replace(/\.00?(?=\D|$)/, '')}
          </text>
        </g>
      ))}
      {scale.priceTicks.map((bps) => (
        <g key={bps}>
          <line
            class="grid"
            x1={scale.x(priceAt(bps))}
            x2={scale.x(priceAt(bps))}
            y1={MARGIN.top}
            y2={bottom}
          />
          <text class="axis" x={scale.x(priceAt(bps))} y={bottom + 16} text-anchor="middle">
            {bps === 0 ? priceText(centre) : signedBps(bps).replace('.0 ', ' ')}
          </text>
        </g>
      ))}
      <line class="edge" x1={MARGIN.left} x2={width} y1={bottom} y2={bottom} />
      {model.points.map((point) => (
        <Reaches key={point.id} point={point} scale={scale} />
      ))}
      {chosen?.deviation !== undefined && <Deviation point={chosen} scale={scale} />}
      {placed(marks, scale).map(({ mark, x, labelX }) => (
        <g key={mark.letter} class={`mark ${mark.letter}`}>
          <line x1={x} x2={x} y1={MARGIN.top - 6} y2={bottom} />
          <line x1={x} x2={labelX} y1={MARGIN.top - 6} y2={MARGIN.top - 14} />
          <rect x={labelX - 9} y={MARGIN.top - 31} width={18} height={17} rx={4} />
          <text x={labelX} y={MARGIN.top - 18} text-anchor="middle">
            {mark.letter}
          </text>
        </g>
      ))}
      <line class="value" x1={scale.x(value)} x2={scale.x(value)} y1={MARGIN.top - 6} y2={bottom + 4} />
    </svg>
  );
}

/** Lines from clamped prices to where they count. */
function Reaches({ point, scale }: { point: Point; scale: PictureScale }) {
  if (point.countsAt === undefined) return null;
  const y = scale.y(point.volume);
  return <line class="reach" x1={scale.x(point.price)} x2={scale.x(point.countsAt)} y1={y} y2={y} />;
}

/** Expected deviation of a market. */
function Deviation({ point, scale }: { point: Point; scale: PictureScale }) {
  const { price, deviation = 0 } = point;
  const y = scale.y(point.volume);
  return (
    <line
      class="deviation"
      x1={scale.x(price * (1 - deviation))}
      x2={scale.x(price * (1 + deviation))}
      y1={y}
      y2={y}
    />
  );
}

const LABEL_APART = 22;

/** Letters of the marks, side by side if medians coincide. */
function placed(marks: readonly Mark[], scale: PictureScale) {
  const sorted = marks
    .map((mark) => ({ mark, x: scale.x(mark.price) }))
    .sort((a, b) => a.x - b.x || (a.mark.letter < b.mark.letter ? -1 : 1));
  const middle = sorted.reduce((sum, { x }) => sum + x, 0) / sorted.length;
  const isTight = sorted.some(({ x }, i) => i > 0 && x - sorted[i - 1]!.x < LABEL_APART);
  return sorted.map(({ mark, x }, i) => ({
    mark,
    x,
    labelX: isTight
      ? spread(
          sorted.map((each) => each.x),
          middle,
        )[i]!
      : x,
  }));
}

/** Moves positions apart around their middle, as little as possible, keeping their order. */
function spread(positions: readonly number[], middle: number): number[] {
  const moved = [...positions];
  for (let i = 1; i < moved.length; i++) moved[i] = Math.max(moved[i]!, moved[i - 1]! + LABEL_APART);
  const shift = moved.reduce((sum, x) => sum + x, 0) / moved.length - middle;
  return moved.map((x) => x - shift);
}
