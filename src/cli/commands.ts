import { WINGS } from '../app/compose/all-wings.ts';
import type { Command, CommandEntry } from './command.ts';

/** A command is a file in `commands/`, which has its options, what help says of them and what is run, and a line here. */
const OWN: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'Run the service',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  {
    name: 'status',
    summary: 'Tell what a service and its data directory hold',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  {
    name: 'clients',
    summary: 'Add, list, change and remove API clients and their long-lived tokens',
    load: async () => (await import('./commands/clients.ts')).clientsCommand,
  },
  {
    name: 'keys',
    summary: 'List and rotate the keys that sign tokens and heads',
    load: async () => (await import('./commands/keys.ts')).keysCommand,
  },
  {
    name: 'heads',
    summary: 'Print signed heads for publication, and check those that outsiders hold',
    load: async () => (await import('./commands/heads.ts')).headsCommand,
  },
  {
    name: 'audit',
    summary: 'Show who changed what and when',
    load: async () => (await import('./commands/audit.ts')).auditCommand,
  },
  {
    name: 'verify',
    summary: 'Compute stored values again from their recorded inputs',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  {
    name: 'tiers',
    summary: 'Report figures of exchanges and the tiers that they suggest',
    load: async () => (await import('./commands/tiers.ts')).tiersCommand,
  },
  {
    name: 'backfill',
    summary: 'Fill in days before the first tick',
    load: async () => (await import('./commands/backfill.ts')).backfillCommand,
  },
  {
    name: 'export',
    summary: 'Write stored values as CSV, NDJSON or Parquet, of a directory or a service',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  {
    name: 'import',
    summary: 'Take in end-of-day records from elsewhere',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  {
    name: 'backup',
    summary: 'Copy a data directory, of a running service too',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  {
    name: 'restore',
    summary: 'Make a data directory from a backup',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  {
    name: 'record',
    summary: 'Keep what a source delivers, and show what was kept',
    load: async () => (await import('./commands/record.ts')).recordCommand,
  },
  {
    name: 'sources',
    summary: 'Try exchanges, list them and the hosts that they call',
    load: async () => (await import('./commands/sources.ts')).sourcesCommand,
  },
  {
    name: 'config',
    summary: 'Check, print and explain the configuration',
    load: async () => (await import('./commands/config.ts')).configCommand,
  },
  {
    name: 'price',
    summary: 'Print reference prices of a service',
    load: async () => (await import('./commands/price.ts')).priceCommand,
  },
  {
    name: 'watch',
    summary: 'Show reference prices as they are published',
    load: async () => (await import('./commands/watch.ts')).watchCommand,
  },
  {
    name: 'candles',
    summary: 'Print or draw candles of an index',
    load: async () => (await import('./commands/candles.ts')).candlesCommand,
  },
  {
    name: 'get',
    summary: 'List what a service has',
    load: async () => (await import('./commands/get.ts')).getCommand,
  },
  {
    name: 'receipt',
    summary: 'Show how a value came about: who said what, and who was refused',
    load: async () => (await import('./commands/receipt.ts')).receiptCommand,
  },
  {
    name: 'check',
    summary: 'Compute a value of a service again here, and check what it has signed',
    load: async () => (await import('./commands/check.ts')).checkCommand,
  },
  {
    name: 'why',
    summary: 'Say which exchanges a move between two ticks comes from',
    load: async () => (await import('./commands/why.ts')).whyCommand,
  },
  {
    name: 'evidence',
    summary: 'Write a value with its receipt as one HTML file that checks itself',
    load: async () => (await import('./commands/evidence.ts')).evidenceCommand,
  },
  {
    name: 'login',
    summary: 'Keep a profile for a service',
    load: async () => (await import('./commands/login.ts')).loginCommand,
  },
  {
    name: 'logout',
    summary: 'Remove a profile',
    load: async () => (await import('./commands/logout.ts')).logoutCommand,
  },
  {
    name: 'completion',
    summary: 'Write completions for a shell',
    load: async () => (await import('./commands/completion.ts')).completionCommand(COMMANDS),
  },
];

const OF_WINGS = WINGS.flatMap(({ commands = [] }) => commands);

function ofWings(places: (after: string) => boolean): CommandEntry[] {
  return OF_WINGS.filter(({ after }) => places(after)).map(({ name, summary, load }) => ({
    name,
    summary,
    load: async () => (await load()) as Command,
  }));
}

/** All commands, with those of wings, in the order in which help lists them. */
export const COMMANDS: readonly CommandEntry[] = [
  ...OWN.flatMap((own) => [own, ...ofWings((after) => after === own.name)]),
  ...ofWings((after) => OWN.every(({ name }) => name !== after)),
];
