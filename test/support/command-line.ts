import type { Command, Output } from '../../src/cli/command.ts';
import { runCommandLine } from '../../src/cli/dispatch.ts';

export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a command in this process as the program would with these arguments; throws its errors. */
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
  const before = SIGNALS.map((signal) => process.listeners(signal));
  try {
    const code = await runCommandLine({ name, summary: `What ${name} does` }, command, args, io);
    return { code, out, err };
  } finally {
    // The program runs one command; this process runs many, each of which adds signal listeners.
    for (const [place, signal] of SIGNALS.entries())
      for (const listener of process.listeners(signal))
        if (!before[place]!.includes(listener)) process.off(signal, listener);
  }
}
