import { Gauge, type Registry } from 'prom-client';
import { SECOND_MS } from '../../../core/time.ts';
import type { SourceReport } from './source-health.ts';

/** Of a source that reads in processes of their own; others have none. */
export function sourceProcessMetrics(registry: Registry): (report: SourceReport) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['process'], registers: [registry] });
  const busy = gauge(
    'tidemark_source_process_busy_ratio',
    'Part of the last cycle in which the one thread of a process that reads exchanges was at work; at 1 it cannot keep up',
  );
  const cpu = gauge(
    'tidemark_source_process_cpu_ratio',
    'CPU time of a process that reads exchanges in the last cycle, as part of one core',
  );
  const delay = gauge(
    'tidemark_source_process_delay_seconds',
    'How late a process that reads exchanges came to what was due in the last cycle, 99th percentile',
  );
  const memory = gauge(
    'tidemark_source_process_memory_bytes',
    'Resident memory of a process that reads exchanges',
  );
  return ({ processes = [] }) => {
    for (const each of [busy, cpu, delay, memory]) each.reset();
    for (const load of processes) {
      const process = String(load.number);
      busy.set({ process }, load.busy);
      cpu.set({ process }, load.cpu);
      delay.set({ process }, load.delayMs / SECOND_MS);
      memory.set({ process }, load.memoryBytes);
    }
  };
}
