import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts CPU time for user space in hundredths of a second, on every architecture that Node runs on. */
const MS_PER_TICK = 10;

/** CPU time that a process, or one of its threads, has used so far, in milliseconds. Linux only. */
export function cpuMsOf(pid: number, thread?: number): number {
  const folder = thread === undefined ? `/proc/${pid}` : `/proc/${pid}/task/${thread}`;
  const text = readFileSync(`${folder}/stat`, 'latin1');
  // The command's name, in parentheses, may contain anything, including spaces and parentheses; later fields do not.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** The same in nanosecond resolution, for live threads only: for work of a few milliseconds. Linux only. */
export function fineCpuMsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ranNs = threads.map((thread) => {
    const [ran] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ');
    return Number(ran);
  });
  return ranNs.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

/** Total time for which the first thread of a process was ready to run but waited for a core, in milliseconds. Linux only. */
export function cpuWaitMsOf(pid: number): number {
  const [, waitedNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ');
  return Number(waitedNs) / 1e6;
}

/** Measures the CPU time of other processes, which must outlive `run`. */
export async function measuringCpu<T>(
  pids: readonly number[],
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly cpuMs: number }> {
  const used = () => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
  const before = used();
  const result = await run();
  return { result, cpuMs: used() - before };
}
