import { readdirSync, rmSync } from 'node:fs';
import { DAY_MS, SECOND_MS, type Millis } from '../../../src/core/time.ts';
import { fakedEnvironment } from '../clocks/faked-clock.ts';

const SHARED_MEMORY = '/dev/shm';

/**
 * From here on this process, and all that it starts, have a time in which it is midnight `afterMs` from now: a day ends within the run. Other
 * clocks go on as they are. Returns by how much the time is ahead of the machine's.
 */
export function bringMidnight(afterMs: Millis): Millis {
  const aheadMs = Math.ceil((DAY_MS - (Date.now() % DAY_MS) - afterMs) / SECOND_MS) * SECOND_MS;
  Object.assign(process.env, fakedEnvironment(), {
    FAKETIME: `${aheadMs < 0 ? '' : '+'}${aheadMs / SECOND_MS}`,
  });
  const machine = Date;
  const now = () => machine.now() + aheadMs;
  globalThis.Date = new Proxy(machine, {
    construct: (target, args: readonly unknown[], self) =>
      Reflect.construct(target, args.length === 0 ? [now()] : [...args], self) as object,
    get: (target, name, self) => (name === 'now' ? now : (Reflect.get(target, name, self) as unknown)),
  });
  return aheadMs;
}

/**
 * Takes away what processes that were killed have left of their clocks. The number of a process comes again: one of another user could not
 * use what is left, and would not start.
 */
export function sweepClocks(): void {
  for (const name of readdirSync(SHARED_MEMORY)) {
    const [, pid] = /^(?:sem\.)?faketime_(?:sem|shm)_(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(`${SHARED_MEMORY}/${name}`, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
