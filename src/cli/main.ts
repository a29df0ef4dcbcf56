#!/usr/bin/env node
import { ConfigError } from '../app/config/config.ts';
import { ErrorOutput, standardError } from '../app/terminal/error-output.ts';
import { readVersion } from '../app/version.ts';
import { OperatorError } from '../core/errors.ts';
import { UsageError, type Command, type Output } from './usage.ts';

interface Entry {
  readonly summary: string;
  /** Loaded when it is wanted: a short command should not wait for the whole service. */
  readonly load: () => Promise<Command>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  serve: {
    summary: 'Run the service',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  clients: {
    summary: 'Add, list, disable, rotate and remove API clients',
    load: async () => (await import('./commands/clients.ts')).clientsCommand,
  },
  keys: {
    summary: 'Rotate the key that signs tokens, or the one that signs heads',
    load: async () => (await import('./commands/keys.ts')).keysCommand,
  },
  audit: {
    summary: 'Show who changed what and when',
    load: async () => (await import('./commands/audit.ts')).auditCommand,
  },
  verify: {
    summary: 'Compute stored values again from their recorded inputs',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  backfill: {
    summary: 'Fill in the history of a simulated world',
    load: async () => (await import('./commands/backfill.ts')).backfillCommand,
  },
  status: {
    summary: 'Tell what a service and its data directory hold',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  export: {
    summary: 'Write stored values as CSV or NDJSON',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  import: {
    summary: 'Take in end-of-day records from elsewhere',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  backup: {
    summary: 'Copy a data directory, of a running service too',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  restore: {
    summary: 'Make a data directory from a backup',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  sources: {
    summary: 'Try exchanges, list them and the hosts that they call',
    load: async () => (await import('./commands/sources.ts')).sourcesCommand,
  },
  config: {
    summary: 'Check, print and explain the configuration',
    load: async () => (await import('./commands/config.ts')).configCommand,
  },
};

const errors = new ErrorOutput(standardError());
const io: Output = {
  out: (text) => errors.aside(() => process.stdout.write(text)),
  err: (text) => void errors.write(text),
  errors,
};

/** Codes of a reader that has gone, such as `head` that has seen enough or a terminal that was closed. */
const NOT_READ = new Set(['EPIPE', 'EIO']);

/** Without this a line that cannot be written would end a service. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (NOT_READ.has(error.code ?? '')) return;
  io.err(`tidemark: standard output cannot be written: ${error.message}\n`);
  process.exitCode = 1;
});

function overview(): string {
  const rows = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return `Usage: tidemark COMMAND [options]\n\n${rows.join('\n')}\n\n'tidemark COMMAND --help' explains a command.\n`;
}

async function main(argv: readonly string[]): Promise<number> {
  const [name = '--help', ...args] = argv;
  if (name === '--version') {
    io.out(`${readVersion()}\n`);
    return 0;
  }
  if (name === '--help' || name === 'help') {
    io.out(overview());
    return 0;
  }
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!entry) throw new UsageError(`unknown command '${name}'\n\n${overview()}`);
  const command = await entry.load();
  if (args.includes('--help')) {
    io.out(command.help());
    return 0;
  }
  return command.run(args, io);
}

/** Mistakes of the person at the keyboard are explained without a stack. */
function explain(error: unknown): number {
  errors.progress?.('');
  if (error instanceof UsageError || error instanceof ConfigError) {
    const lines = error instanceof ConfigError ? error.problems : [error.message];
    io.err(lines.map((line) => `tidemark: ${line}\n`).join(''));
    return 2;
  }
  if (error instanceof OperatorError) {
    io.err(`tidemark: ${error.message}\n`);
    return 1;
  }
  throw error;
}

const code = await main(process.argv.slice(2)).catch(explain);
errors.progress?.('');
process.exitCode ||= code;
