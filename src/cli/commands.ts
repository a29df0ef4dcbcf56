import { WINGS } from '../app/compose/all-wings.ts';
import type { Command, CommandEntry } from './command.ts';

type OwnCommand = readonly [
  name: string,
  summary: string,
  load: () => Promise<{ readonly command: Command }>,
];

/** A command is a file in `commands/`, which has its options, what help says of them and what is run, and a line here. */
const OWN_COMMANDS: readonly OwnCommand[] = [
  ['serve', 'Run the service', () => import('./commands/serve.ts')],
  ['status', 'Tell what a service and its data directory hold', () => import('./commands/status.ts')],
  [
    'clients',
    'Add, list, change and remove API clients and their long-lived tokens',
    () => import('./commands/clients.ts'),
  ],
  ['keys', 'List and rotate the keys that sign tokens and heads', () => import('./commands/keys.ts')],
  [
    'heads',
    'Print signed heads for publication, and check those that outsiders hold',
    () => import('./commands/heads.ts'),
  ],
  ['audit', 'Show who changed what and when', () => import('./commands/audit.ts')],
  ['verify', 'Compute stored values again from their recorded inputs', () => import('./commands/verify.ts')],
  [
    'tiers',
    'Report figures of exchanges and the tiers that they suggest',
    () => import('./commands/tiers.ts'),
  ],
  ['backfill', 'Fill in days before the first tick', () => import('./commands/backfill.ts')],
  [
    'export',
    'Write stored values as CSV, NDJSON or Parquet, of a directory or a service',
    () => import('./commands/export.ts'),
  ],
  ['import', 'Take in end-of-day records from elsewhere', () => import('./commands/import.ts')],
  ['backup', 'Copy a data directory, of a running service too', () => import('./commands/backup.ts')],
  ['restore', 'Make a data directory from a backup', () => import('./commands/restore.ts')],
  ['record', 'Keep what a source delivers, and show what was kept', () => import('./commands/record.ts')],
  ['sources', 'Try exchanges, list them and the hosts that they call', () => import('./commands/sources.ts')],
  ['config', 'Check, print and explain the configuration', () => import('./commands/config.ts')],
  ['price', 'Print reference prices of a service', () => import('./commands/price.ts')],
  ['watch', 'Show reference prices as they are published', () => import('./commands/watch.ts')],
  ['candles', 'Print or draw candles of an index', () => import('./commands/candles.ts')],
  ['get', 'List what a service has', () => import('./commands/get.ts')],
  [
    'receipt',
    'Show how a value came about: who said what, and who was refused',
    () => import('./commands/receipt.ts'),
  ],
  [
    'check',
    'Compute a value of a service again here, and check what it has signed',
    () => import('./commands/check.ts'),
  ],
  ['why', 'Say which exchanges a move between two ticks comes from', () => import('./commands/why.ts')],
  [
    'evidence',
    'Write a value with its receipt as one HTML file that checks itself',
    () => import('./commands/evidence.ts'),
  ],
  ['login', 'Keep a profile for a service', () => import('./commands/login.ts')],
  ['logout', 'Remove a profile', () => import('./commands/logout.ts')],
  [
    'completion',
    'Write completions for a shell',
    async () => ({ command: (await import('./commands/completion.ts')).completionCommand(COMMANDS) }),
  ],
];

const OWN = OWN_COMMANDS.map(([name, summary, load]): CommandEntry => ({
  name,
  summary,
  load: async () => (await load()).command,
}));

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
