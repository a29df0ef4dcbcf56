/** CPU time of the main thread, which runs scripts and layout; time in which other processes ran does not count. */
export interface MainThread {
  readonly cpuMs: number;
  /** The longest task, in milliseconds of CPU time. */
  readonly longestMs: number;
  /** Number of tasks that took more than 50 ms of CPU time. */
  readonly longTasks: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export const TRACED = ['toplevel', '__metadata'];
const LONG_US = 50_000;

/** The busiest renderer of a trace: that of the page. */
export function mainThreadOf(trace: Buffer): MainThread {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const keyOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const threads = new Map(traceEvents.filter(isMain).map((event) => [keyOf(event), [] as number[]]));
  for (const event of traceEvents)
    if (event.ph === 'X' && event.name.endsWith('RunTask')) threads.get(keyOf(event))?.push(event.tdur ?? 0);
  const sumOf = (tasks: readonly number[]) => tasks.reduce((sum, task) => sum + task, 0);
  const [busiest = []] = [...threads.values()].toSorted((a, b) => sumOf(b) - sumOf(a));
  return {
    cpuMs: sumOf(busiest) / 1000,
    longestMs: Math.max(0, ...busiest) / 1000,
    longTasks: busiest.filter((task) => task > LONG_US).length,
  };
}
