import { Agent } from 'undici';
import { SECOND_MS } from '../../../src/core/time.ts';
import { runCollectorProcess } from '../../../src/sources/live/collect/process/run-collector.ts';

// The process in which exchanges are read, all of them at the same instant of the cycle.
await runCollectorProcess(({ connections }) => new Agent({ connections, allowH2: false }), undefined, {
  phaseOf: () => 5 * SECOND_MS,
});
