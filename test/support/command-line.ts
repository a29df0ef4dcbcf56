import type { Command, Output } from '../../src/cli/command.ts';
import { runCommandLine } from '../../src/cli/dispatch.ts';

export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process, as the program would with these arguments; what it refuses is thrown. */
export async function runInProcess(
  name: string,
  command: Command,
  args: readonly string[],
): Promise<Printed> {
  let [out, err] = ['', ''];
  const io = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    errors: { isTerminal: false, progress: undefined },
  } as unknown as Output;
  const code = await runCommandLine({ name, summary: `What ${name} does` }, command, args, io);
  return { code, out, err };
}
