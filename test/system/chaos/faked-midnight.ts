import { readdirSync, rmSync } from 'node:fs';
import { DAY_MS, SECOND_MS, type Millis } from '../../../src/core/time.ts';
import { fakedEnvironment } from '../clocks/faked-clock.ts';

const SHARED_MEMORY = '/dev/shm';

/**
 * Shifts the time of this process, and of all that it starts, so that it is midnight `afterMs` from now and a day ends within the run.
 * Monotonic clocks are not changed. Returns by how much the time is ahead of the machine's.
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
 * Removes the shared memory of the faked clocks of killed processes. Process ids are reused: a process of another user with the same id
 * could not open it, and would not start.
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
