import { measuredAttacks, type MajorityAttack } from './attacks.ts';

const WIDTH = 260;
const [LEFT, ROW] = [78, 24];
const BAR = WIDTH - LEFT;

/** The attacker's share of each majority, with the half that it would need in two of them, and the result. */
export function AttackPictures() {
  return (
    <div class="integrity-attacks">
      {measuredAttacks().majorities.map((attack) => (
        <figure key={attack.row}>
          <figcaption>
            <strong>{attack.title}</strong>
            <span class="quiet">{attack.row}</span>
          </figcaption>
          <Majorities attack={attack} />
          <p>
            99 of 100 values are off by <strong>{attack.worstBps} bps</strong> or less{' '}
            <span class="quiet">(limit: {attack.committedBps})</span>
          </p>
        </figure>
      ))}
    </div>
  );
}

function Majorities({ attack: { hostile, title } }: { attack: MajorityAttack }) {
  const rows = [
    ['Volume', hostile.volume],
    ['Exchanges', hostile.exchanges],
    ['Trusted', hostile.trusted],
  ] as const;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${3 * ROW + 16}`}
      role="img"
      aria-label={`${title}: ${rows.map(said).join(', ')} hostile`}
    >
      {rows.map(([name, part], i) => (
        <g key={name}>
          <text x={LEFT - 8} y={i * ROW + 16} text-anchor="end">
            {name}
          </text>
          <rect class="ground" x={LEFT} y={i * ROW + 6} width={BAR} height={13} rx={3} />
          {part === undefined ? (
            <text x={LEFT + 6} y={i * ROW + 16}>
              not set
            </text>
          ) : (
            <rect
              class={part > 0.5 ? 'lost' : 'held'}
              x={LEFT}
              y={i * ROW + 6}
              width={BAR * part}
              height={13}
              rx={3}
            />
          )}
        </g>
      ))}
      <path d={`M${LEFT + BAR / 2} 0V${3 * ROW}`} />
      <text x={LEFT + BAR / 2} y={3 * ROW + 13} text-anchor="middle">
        half
      </text>
    </svg>
  );
}

const said = ([name, part]: readonly [string, number | undefined]) =>
  `${name} ${part === undefined ? 'not set' : `${Math.round(100 * part)} %`}`;
