import { vi } from 'vitest';
import type { Command } from '../../src/cli/command.ts';
import { runInProcess, type Printed } from './command-line.ts';

export interface Stub {
  /** Replies by requested URL. */
  readonly answer: (url: URL) => object;
  /** Width of the terminal; absent: a pipe. */
  readonly columns?: number;
}

/** Runs a command in this process against a stubbed service; throws its errors. */
export async function runAgainst(
  { answer, columns }: Stub,
  name: string,
  command: Command,
  args: readonly string[],
): Promise<Printed> {
  let out = '';
  const { isTTY, columns: usual } = process.stdout;
  vi.stubGlobal('fetch', async (url: string) => {
    const body = answer(new URL(url));
    return body instanceof Response ? body : Response.json(body);
  });
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text, done) => {
    out += Buffer.from(text as Uint8Array).toString();
    (done as unknown as (() => void) | undefined)?.();
    return true;
  });
  Object.assign(process.stdout, { isTTY: columns !== undefined, columns });
  try {
    const who = ['--url', 'http://service.test', '--token', 'x'];
    const { code, err } = await runInProcess(name, command, [...args, ...who]);
    return { code, out, err };
  } finally {
    write.mockRestore();
    vi.unstubAllGlobals();
    Object.assign(process.stdout, { isTTY, columns: usual });
  }
}
