import { monitorEventLoopDelay, performance, type EventLoopUtilization } from 'node:perf_hooks';
import type { Clock } from '../../../../core/clocks/clock.ts';
import type { Millis } from '../../../../core/time.ts';
import type { ProcessLoad } from '../../../source.ts';

const RESOLUTION_MS = 20;
const NS_PER_MS = 1e6;
const US_PER_MS = 1e3;

/** Measures the load of this process. The caller closes it. */
export class LoadMeter {
  readonly #clock: Clock;
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #utilization: EventLoopUtilization = performance.eventLoopUtilization();
  #cpu = process.cpuUsage();
  #at: Millis;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.monotonic();
    this.#delay.enable();
  }

  /** The load since the last call. */
  take(): ProcessLoad {
    const utilization = performance.eventLoopUtilization();
    const cpu = process.cpuUsage();
    const at = this.#clock.monotonic();
    const cpuMs = (cpu.user + cpu.system - this.#cpu.user - this.#cpu.system) / US_PER_MS;
    const load: ProcessLoad = {
      busy: performance.eventLoopUtilization(utilization, this.#utilization).utilization,
      cpu: cpuMs / Math.max(1, at - this.#at),
      delayMs: Math.max(0, this.#delay.percentile(99) / NS_PER_MS - RESOLUTION_MS),
      memoryBytes: process.memoryUsage.rss(),
    };
    this.#utilization = utilization;
    this.#cpu = cpu;
    this.#at = at;
    this.#delay.reset();
    return load;
  }

  close(): void {
    this.#delay.disable();
  }
}
