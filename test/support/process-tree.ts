import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 5;

/** A process and its children, from Linux; the process first. */
export function processTree(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => fieldsOf(Number(name))?.parent === pid)
    .map(Number);
  return [pid, ...children.flatMap(processTree)];
}

/** Sends a signal to all that still exist. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    if (isThere(pid)) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // It ended in between.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
}

/** Waits until none of them runs. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isThere)) await delay(POLL_MS);
}

/** Waits until each of them is stopped. */
export async function untilStopped(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => !['T', 'Z', undefined].includes(fieldsOf(pid)?.state))) await delay(POLL_MS);
}

function isThere(pid: number): boolean {
  const state = fieldsOf(pid)?.state;
  return state !== undefined && state !== 'Z';
}

function fieldsOf(pid: number): { readonly state: string; readonly parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
