import { readFileSync } from 'node:fs';

/** Resident memory of a process and its peak, in megabytes. Linux only. */
export interface ResidentMemory {
  readonly nowMb: number;
  readonly maxMb: number;
}

export function residentMemoryOf(pid: number): ResidentMemory {
  const text = readFileSync(`/proc/${pid}/status`, 'latin1');
  const megabytes = (key: string) =>
    (Number(new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1024) / 1e6;
  return { nowMb: megabytes('VmRSS'), maxMb: megabytes('VmHWM') };
}
