import { useRef } from 'preact/hooks';
import { namePlaces, type NamePlace } from './name-place.ts';
import { PictureGround } from './picture-ground.tsx';
import { scaleOf, type PictureScale } from './picture-scale.ts';
import { pointText } from './point-words.ts';
import type { Point, ReceiptModel } from './receipt-model.ts';
import { useWidth } from '../parts/use-width.ts';

export interface Drag {
  /** Called when a drag of a point begins. */
  begin(point: Point, scale: PictureScale): void;
  /** In pixels from the start of the drag: to the right, and up. */
  move(right: number, up: number): void;
}

interface PictureProps {
  readonly model: ReceiptModel;
  /** Id of the selected point. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
  /** If points can be dragged. */
  readonly drag?: Drag;
  /** Points altered by the attack. */
  readonly altered?: ReadonlySet<string>;
  readonly height: number;
}

/** Number of the heaviest points with a name. */
const NAMED = 5;

/**
 * All inputs by their reported price and volume; the area is the weight. Arrow keys move through them by
 * price.
 */
export function ReceiptPicture({ model, chosen, onChoose, drag, altered, height }: PictureProps) {
  // Not drawn before the width is known.
  const [place, width] = useWidth<HTMLDivElement>(0);
  const scale = scaleOf(model, Math.max(width, 200), height);
  const points = model.points
    .filter(({ price }) => price > 0)
    .toSorted((a, b) => a.price - b.price || (a.id < b.id ? -1 : 1));
  const heaviest = points.toSorted((a, b) => b.share - a.share);
  const always = altered ?? NONE;
  const named = namePlaces(
    heaviest.filter(({ id }, i) => i < (width < 500 ? 3 : NAMED) || always.has(id)),
    scale,
    always,
  );
  const entry = points.some(({ id }) => id === chosen) ? chosen : heaviest[0]?.id;
  const go = (from: number, by: number) => {
    const next = points[Math.min(Math.max(from + by, 0), points.length - 1)];
    if (next) place.current?.querySelector<HTMLElement>(`[data-point="${CSS.escape(next.id)}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent, at: number) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    go(at, by);
  };
  return (
    <div class="receipt-picture" ref={place} style={{ height: `${height}px` }}>
      {width > 0 && (
        <PictureGround model={model} scale={scale} chosen={points.find(({ id }) => id === chosen)} />
      )}
      {width > 0 && (
        <div
          role="group"
          aria-label={`${model.noun === 'market' ? 'Markets' : 'Exchanges'} by price`}
          onMouseLeave={() => drag || onChoose(undefined)}
        >
          {points.map((point, at) => (
            <PointButton
              key={point.id}
              point={point}
              model={model}
              scale={scale}
              isChosen={point.id === chosen}
              isEntry={point.id === entry}
              name={named.get(point.id)}
              isAltered={always.has(point.id)}
              onChoose={onChoose}
              onKey={(event) => onKey(event, at)}
              drag={drag}
            />
          ))}
        </div>
      )}
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  Home: -Infinity,
  End: Infinity,
};

interface PointProps {
  readonly point: Point;
  readonly model: ReceiptModel;
  readonly scale: PictureScale;
  readonly isChosen: boolean;
  /** Whether the Tab key moves to it. */
  readonly isEntry: boolean;
  /** Position of its name; undefined if it has none. */
  readonly name: NamePlace | undefined;
  readonly isAltered: boolean;
  readonly onChoose: (id: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly drag: Drag | undefined;
}

function PointButton(props: PointProps) {
  const { point, model, scale, drag, onChoose } = props;
  const taken = useRef<{ readonly x: number; readonly y: number } | undefined>(undefined);
  const radius = scale.radius(point.share);
  const beyond = scale.beyond(point.price);
  const x = scale.x(point.price);
  const classes = [
    'receipt-point',
    point.refusal === undefined ? 'counts' : 'refused',
    point.tier === 'B' || point.tier === 'NEW' ? 'less-trusted' : '',
    props.isChosen ? 'chosen' : '',
    props.isAltered ? 'altered' : '',
    beyond === 0 ? '' : beyond > 0 ? 'beyond right' : 'beyond left',
    drag ? 'movable' : '',
  ];
  return (
    <button
      class={classes.filter(Boolean).join(' ')}
      data-point={point.id}
      tabIndex={props.isEntry ? 0 : -1}
      aria-label={pointText(point, model)}
      aria-pressed={props.isChosen}
      style={{
        left: `${x - radius}px`,
        top: `${scale.y(point.volume) - radius}px`,
        width: `${2 * radius}px`,
        height: `${2 * radius}px`,
      }}
      onFocus={() => onChoose(point.id)}
      onClick={() => onChoose(point.id)}
      onMouseEnter={() => drag || onChoose(point.id)}
      onKeyDown={props.onKey}
      onPointerDown={(event) => {
        if (!drag) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        taken.current = { x: event.clientX, y: event.clientY };
        onChoose(point.id);
        drag.begin(point, scale);
      }}
      onPointerMove={(event) => {
        const from = taken.current;
        if (from) drag?.move(event.clientX - from.x, from.y - event.clientY);
      }}
      onPointerUp={() => (taken.current = undefined)}
      onPointerCancel={() => (taken.current = undefined)}
    >
      {props.name && (
        <span class="receipt-name" style={props.name}>
          {point.name}
        </span>
      )}
    </button>
  );
}
