import type { IChartApi, IPrimitivePaneRenderer, ISeriesPrimitive, Logical, Time } from 'lightweight-charts';
import { chartColours } from './chart-colours.ts';

export interface HatchedPart {
  /** Places of the time axis. */
  readonly from: number;
  readonly to: number;
}

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

/** Distance between two strokes, in CSS pixels. */
const STEP = 7;

/** Hatches parts of a chart over its full height, behind the bars. */
export class Hatching implements ISeriesPrimitive<Time> {
  readonly #chart: IChartApi;
  readonly #views = [
    { zOrder: () => 'bottom' as const, renderer: () => ({ draw: (target: Target) => this.#draw(target) }) },
  ];
  #parts: readonly HatchedPart[] = [];
  #update = () => {};

  constructor(chart: IChartApi) {
    this.#chart = chart;
  }

  attached({ requestUpdate }: { requestUpdate: () => void }): void {
    this.#update = requestUpdate;
  }

  set parts(parts: readonly HatchedPart[]) {
    this.#parts = parts;
    this.#update();
  }

  paneViews() {
    return this.#views;
  }

  #draw(target: Target): void {
    const scale = this.#chart.timeScale();
    target.useBitmapCoordinateSpace(
      ({ context, bitmapSize, horizontalPixelRatio: across, verticalPixelRatio: down }) => {
        const { height } = bitmapSize;
        context.strokeStyle = chartColours().hatch;
        context.lineWidth = Math.max(1, across);
        for (const { from, to } of this.#parts) {
          // From the middle of the first place to that of the last, extended by half a place.
          const first = scale.logicalToCoordinate(from as Logical);
          const last = scale.logicalToCoordinate((to - 1) as Logical);
          if (first === null || last === null) continue;
          const half = scale.options().barSpacing / 2;
          const [x1, x2] = [
            Math.max(0, (first - half) * across),
            Math.min(bitmapSize.width, (last + half) * across),
          ];
          if (x2 <= x1) continue;
          context.save();
          context.beginPath();
          context.rect(x1, 0, x2 - x1, height);
          context.clip();
          context.beginPath();
          const step = STEP * down;
          for (let x = Math.floor((x1 - height) / step) * step; x < x2; x += step) {
            context.moveTo(x, height);
            context.lineTo(x + height, 0);
          }
          context.stroke();
          context.restore();
        }
      },
    );
  }
}
