import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts CPU time for user space in hundredths of a second, on every architecture that Node runs on. */
const MS_PER_TICK = 10;

/** CPU time that a process has used so far, all its threads together or one of them, in milliseconds. Linux only. */
export function cpuMsOf(pid: number, thread?: number): number {
  const folder = thread === undefined ? `/proc/${pid}` : `/proc/${pid}/task/${thread}`;
  const text = readFileSync(`${folder}/stat`, 'latin1');
  // The command's name, in parentheses, may hold anything; what follows it does not.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** The same to the nanosecond, of the threads that live: for what takes few milliseconds. Linux only. */
export function fineCpuMsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ranNs = threads.map((thread) => {
    const [ran] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ');
    return Number(ran);
  });
  return ranNs.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

/** How long the first thread of a process was ready to run and had no core, so far, in milliseconds. Linux only. */
export function cpuWaitMsOf(pid: number): number {
  const [, waitedNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ');
  return Number(waitedNs) / 1e6;
}

/** Measures what other processes use together while something runs; they live as long as it does. */
export async function measuringCpu<T>(
  pids: readonly number[],
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly cpuMs: number }> {
  const used = () => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
  const before = used();
  const result = await run();
  return { result, cpuMs: used() - before };
}
