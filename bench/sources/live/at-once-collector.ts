import { Agent } from 'undici';
import { CUT_OFF_MS, SECOND_MS, SLOT_MS } from '../../../src/core/time.ts';
import { runCollectorProcess } from '../../../src/sources/live/collect/process/run-collector.ts';

// The process that reads exchanges, all of them at the same instant of the cycle.
await runCollectorProcess(({ connections }) => new Agent({ connections, allowH2: false }), undefined, {
  schedule: {
    join: () => ({
      leadMs: SLOT_MS - CUT_OFF_MS - 5 * SECOND_MS,
      usualMs: SECOND_MS,
      arrived: () => undefined,
      leave: () => undefined,
    }),
  },
});
