import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { MAIN } from '../../support/tidemark-process.ts';

export interface Shown {
  readonly code: number | null;
  /** All output sent to the terminal, from both streams. */
  readonly screen: string;
}

export interface TerminalOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly columns?: number;
  /** Typed input, each sent once the terminal shows the text before it. */
  readonly typed?: readonly (readonly [after: string | RegExp, text: string])[];
}

/** A command that does not end is killed, and its exit code fails the test. */
const MAX_MS = 25_000;

export const CTRL_C = '\u0003';

/** Runs a command on a pseudo-terminal, created by `script` of util-linux. */
export async function onTerminal(args: readonly string[], options: TerminalOptions = {}): Promise<Shown> {
  const { environment = {}, columns = 80, typed = [] } = options;
  const quoted = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(' ');
  const line = `stty cols ${columns} rows 24; exec ${quoted}`;
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: MAX_MS,
    env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), TERM: 'xterm', SHELL: '/bin/sh', ...environment },
  });
  let [screen, seen] = ['', 0];
  const left = [...typed];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    const [next] = left;
    if (!next) return;
    const found = screen.slice(seen).search(next[0] instanceof RegExp ? next[0] : literal(next[0]));
    if (found < 0) return;
    left.shift();
    seen = screen.length;
    child.stdin.write(next[1]);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, screen };
}

function literal(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
}

/** Runs a command with the given standard input. */
export async function withInput(
  args: readonly string[],
  input: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), ...environment },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}
