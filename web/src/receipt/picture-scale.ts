import { roundMarks } from '../parts/scale.ts';
import { bpsFrom, type ReceiptModel } from './receipt-model.ts';

/** Positions of prices and volumes in a picture, in pixels. */
export interface PictureScale {
  readonly width: number;
  readonly height: number;
  /** Half of the price range, in basis points. */
  readonly halfBps: number;
  /** Clamped to the edges of the picture. */
  x(price: number): number;
  y(volume: number): number;
  /** -1 or 1 if a price is beyond the left or right edge. */
  beyond(price: number): -1 | 0 | 1;
  radius(share: number): number;
  /** In basis points from the centre. */
  readonly priceTicks: readonly number[];
  /** Powers of ten. */
  readonly volumeTicks: readonly number[];
}

export const MARGIN = { left: 44, right: 22, top: 34, bottom: 30 } as const;
const MIN_HALF_BPS = 4;
/** Medians further off are drawn at the edge: otherwise the other points would collapse into a line. */
const MAX_MARK_BPS = 240;
/** Share of the counting points that is inside the picture. */
const INSIDE = 0.95;
const MAX_DECADES = 6;
/** Marks leave room for their text: none is at the edge. */
const INNER = 0.97;
const SMALLEST = 3.5;
const LARGEST = 26;

export function scaleOf(model: ReceiptModel, width: number, height: number): PictureScale {
  const halfBps = halfOf(model);
  const [low, high] = decadesOf(model);
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const [top, bottom] = [MARGIN.top + 14, height - MARGIN.bottom - 14];
  const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
  const middle = (left + right) / 2;
  const perBps = (right - left) / 2 / halfBps;
  const bpsOf = (price: number) => bpsFrom(model.centre, price);
  return {
    width,
    height,
    halfBps,
    x: (price) => clamp(middle + bpsOf(price) * perBps, left, right),
    y: (volume) =>
      clamp(
        bottom - ((Math.log10(Math.max(volume, 1e-12)) - low) / (high - low)) * (bottom - top),
        top,
        bottom,
      ),
    beyond: (price) => (bpsOf(price) > halfBps ? 1 : bpsOf(price) < -halfBps ? -1 : 0),
    radius: (share) => SMALLEST + Math.sqrt(Math.max(share, 0)) * (LARGEST - SMALLEST),
    priceTicks: roundMarks(-halfBps * INNER, halfBps * INNER, Math.max(4, 2 * Math.floor(width / 260))),
    volumeTicks: Array.from(
      { length: Math.floor(high) - Math.ceil(low) + 1 },
      (_, i) => 10 ** (Math.ceil(low) + i),
    ),
  };
}

/** Change of price and volume per pixel, for dragging. */
export function perPixel(
  model: ReceiptModel,
  scale: PictureScale,
): { readonly bps: number; readonly decades: number } {
  const [low, high] = decadesOf(model);
  return {
    bps: (2 * scale.halfBps) / (scale.width - MARGIN.left - MARGIN.right),
    decades: (high - low) / (scale.height - MARGIN.top - MARGIN.bottom - 28),
  };
}

function halfOf({ centre, points, marks, band, value }: ReceiptModel): number {
  const away = (price: number) => Math.abs(bpsFrom(centre, price));
  const counted = points
    .filter(({ share, price }) => share > 0 && price > 0)
    .map(({ price }) => away(price))
    .sort((a, b) => a - b);
  const usual = counted[Math.ceil(counted.length * INSIDE) - 1] ?? 0;
  const shown = [value, ...marks.map(({ price }) => price), ...(band ?? [])].map(away);
  return Math.max(MIN_HALF_BPS, usual * 1.15, ...shown.map((bps) => Math.min(bps, MAX_MARK_BPS) * 1.35));
}

function decadesOf({ points }: ReceiptModel): readonly [number, number] {
  const logs = points.filter(({ volume }) => volume > 0).map(({ volume }) => Math.log10(volume));
  if (logs.length === 0) return [0, 1];
  const high = Math.max(...logs);
  const low = Math.max(Math.min(...logs), high - MAX_DECADES);
  return high - low < 1 ? [low - 0.5, high + 0.5] : [low, high];
}
