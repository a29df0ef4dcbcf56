import type { Coverage } from '@tidemark/sdk';
import { useWidth } from '../../parts/use-width.ts';

type Day = Coverage['days'][number];

const HEIGHT = 56;
const KINDS = [
  ['missing', 'missing'],
  ['modelled', 'modelled'],
  ['carried', 'carried'],
  ['real', 'from exchanges'],
] as const;

/** Shares of a day's slots; a value that is both carried and modelled counts as modelled. */
function sharesOf({ expected, ticks, carried, modelled, missing }: Day) {
  const all = Math.max(1, Number(expected));
  const rest = Math.max(0, Number(ticks) - Number(modelled));
  const held = Math.min(rest, Number(carried));
  return {
    missing: Number(missing) / all,
    modelled: Number(modelled) / all,
    carried: held / all,
    real: (rest - held) / all,
  };
}

/** One bar per day, divided by the kind of its values. */
export function CoveragePicture({ days }: { days: readonly Day[] }) {
  const [place, width] = useWidth<HTMLDivElement>();
  if (days.length === 0) return null;
  const step = width / days.length;
  return (
    <div>
      <div ref={place} class="picture system-coverage">
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`${days.length} days from ${days[0]!.day} to ${days.at(-1)!.day}, each divided by the kind of its values`}
        >
          {days.map((day, i) => (
            <DayBar key={day.day} day={day} x={i * step} width={Math.max(0.5, step - (step > 4 ? 1 : 0))} />
          ))}
        </svg>
      </div>
      <p class="system-days quiet">
        <span>{days[0]!.day}</span>
        <span>{days.at(-1)!.day}</span>
      </p>
      <ul class="keys system-keys">
        {KINDS.toReversed().map(([kind, title]) => (
          <li key={kind}>
            <i class={kind} /> {title}
          </li>
        ))}
        <li>
          <i class="seeded" /> day seeded
        </li>
      </ul>
    </div>
  );
}

function DayBar({ day, x, width }: { day: Day; x: number; width: number }) {
  const shares = sharesOf(day);
  let y = 0;
  return (
    <g>
      <title>{`${day.day}: ${day.ticks} of ${day.expected} slots, ${day.carried} carried, ${day.modelled} modelled, ${day.missing} missing`}</title>
      {day.seeded === '1' && <rect class="seeded" x={x} y={0} width={width} height={HEIGHT} />}
      {KINDS.map(([kind]) => {
        const height = shares[kind] * HEIGHT;
        const top = y;
        y += height;
        return height > 0 && <rect key={kind} class={kind} x={x} y={top} width={width} height={height} />;
      })}
    </g>
  );
}
