import { readdirSync, readFileSync } from 'node:fs';

/** A thread of the service that started processes, with these processes. */
export interface Reading {
  /** The thread that decodes readings and computes values: it started the collectors. */
  readonly thread: number;
  readonly collectors: readonly number[];
}

/** Linux only: the kernel knows which thread started a process. */
export function readingOf(pid: number): Reading {
  for (const thread of readdirSync(`/proc/${pid}/task`).map(Number)) {
    const text = readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').trim();
    if (text !== '') return { thread, collectors: text.split(' ').map(Number) };
  }
  throw new Error('the service has started no collector');
}
