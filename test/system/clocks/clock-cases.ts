import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/time.ts';
import type { ClockCase } from './clock-case.ts';

const STEPS = {
  '20s': 20 * SECOND_MS,
  '5m': 5 * MINUTE_MS,
  '1h': HOUR_MS,
  '1d': DAY_MS,
} as const;

/** When the clock is set: within an hour, and at the ends of an hour and a day, which are then sealed. */
const PLACES = { within: '12:10:00', sealing: '13:00:00', midnight: '23:59:30' } as const;

/** `npm test` runs the first four. */
export const CLOCK_CASES: readonly ClockCase[] = [
  { name: 'back-corrected', stepMs: -5 * MINUTE_MS, correctedAfterMs: 35 * SECOND_MS, after: PLACES.within },
  { name: 'back-kept', stepMs: -HOUR_MS, after: PLACES.sealing },
  {
    name: 'back-restarted',
    stepMs: -HOUR_MS,
    correctedAfterMs: 45 * SECOND_MS,
    after: PLACES.within,
    restart: 'kill',
  },
  { name: 'forward-corrected', stepMs: DAY_MS, correctedAfterMs: 35 * SECOND_MS, after: PLACES.midnight },
  ...matrix(),
];

function* matrix(): Generator<ClockCase> {
  for (const [long, ms] of Object.entries(STEPS))
    for (const [direction, stepMs] of [['minus', -ms] as const, ['plus', ms] as const])
      for (const [end, correctedAfterMs] of [
        ['kept', undefined],
        ['corrected', 12 * SECOND_MS],
      ] as const) {
        const step = { stepMs, ...(correctedAfterMs === undefined ? {} : { correctedAfterMs }) };
        const name = `${direction}-${long}-${end}`;
        for (const [place, after] of Object.entries(PLACES))
          yield { name: `${name}-${place}`, ...step, after };
        yield { name: `${name}-start`, ...step, after: PLACES.within, atStart: true };
        yield { name: `${name}-restart`, ...step, after: PLACES.within, restart: 'stop' };
      }
}
