#!/usr/bin/env node
import { ConfigError } from '../app/config/config-error.ts';
import { ErrorOutput, standardError } from '../app/operate/terminal/error-output.ts';
import { redirectWarnings } from '../app/operate/terminal/redirect-warnings.ts';
import { readVersion } from '../app/process/version.ts';
import { OperatorError } from '../core/errors.ts';
import { didYouMean } from '../core/text/nearest-word.ts';
import { isClosedPipe } from '../core/network/closed-pipe.ts';
import { plainLines } from './client/notices/plain.ts';
import { UsageError, type CommandEntry, type Output } from './command.ts';
import { COMMANDS } from './commands.ts';
import { columnsOf, runCommandLine } from './dispatch.ts';
import { EXIT, Interrupted } from './exit-codes.ts';
import { overviewText } from './output/help-text.ts';

const errors = new ErrorOutput(standardError());
const io: Output = {
  out: (text) => errors.writeBeside(() => process.stdout.write(text)),
  err: (text) => void errors.write(text),
  errors,
};

redirectWarnings(process, errors);

/** Without a listener, a failed write would end a service. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (isClosedPipe(error)) return;
  io.err(`tidemark: standard output cannot be written: ${error.message}\n`);
  process.exitCode = EXIT.failed;
});

async function main(argv: readonly string[]): Promise<number> {
  const [name = '--help', ...args] = argv;
  if (name === '--version') {
    io.out(`${readVersion()}\n`);
    return EXIT.ok;
  }
  if (name === '--help' || name === '-h') return overview();
  if (name === 'help') {
    const [of, ...more] = args.filter((argument) => !['-h', '--help'].includes(argument));
    return of === undefined ? overview() : run(entryOf(of), [...more, '--help']);
  }
  return run(entryOf(name), args);
}

function overview(): number {
  io.out(overviewText(COMMANDS, columnsOf(process.stdout)));
  return EXIT.ok;
}

function entryOf(name: string): CommandEntry {
  const entry = COMMANDS.find((each) => each.name === name);
  if (entry) return entry;
  const what = name.startsWith('-') ? 'option' : 'command';
  const meant = didYouMean(name, [...COMMANDS.map((each) => each.name), 'help', '--help', '--version']);
  throw new UsageError(`unknown ${what} '${name}'${meant || `: 'tidemark --help' lists the commands`}`);
}

async function run(entry: CommandEntry, args: readonly string[]): Promise<number> {
  return runCommandLine(entry, await entry.load(), args, io);
}

/** Explains user errors without a stack trace. The message may contain text from a service or a file. */
async function explain(error: unknown): Promise<number> {
  errors.progress?.('');
  if (error instanceof UsageError || error instanceof ConfigError) {
    io.err(error.problems.map((line) => `tidemark: ${plainLines(line)}\n`).join(''));
    return EXIT.usage;
  }
  if (error instanceof OperatorError) {
    io.err(`tidemark: ${plainLines(error.message)}\n`);
    if (error instanceof Interrupted) return error.exitCode;
    const { troubleFinder } = await import('../app/operate/troubles/troubles.ts');
    const help = troubleFinder().helpFor(error.message);
    if (help !== undefined) io.err(`See ${help}\n`);
    return EXIT.failed;
  }
  throw error;
}

const code = await main(process.argv.slice(2)).catch(explain);
errors.progress?.('');
process.exitCode ||= code;
