import { WINGS } from '../app/compose/all-wings.ts';
import type { Command, CommandEntry } from './command.ts';

type OwnCommand = readonly [
  name: string,
  summary: string,
  load: () => Promise<{ readonly command: Command }>,
];

/** Each command is a file in `commands/` with its options, help and code, and one line here. */
const OWN_COMMANDS: readonly OwnCommand[] = [
  ['serve', 'Run the service', () => import('./commands/serve.ts')],
  ['status', 'Show the state of a service and its data directory', () => import('./commands/status.ts')],
  [
    'clients',
    'Add, list, change and remove API clients and their long-lived tokens',
    () => import('./commands/clients.ts'),
  ],
  [
    'alerts',
    'List alerts and their deliveries, send dead ones again, silence alerts',
    () => import('./commands/alerts.ts'),
  ],
  ['keys', 'List and rotate the keys that sign tokens and heads', () => import('./commands/keys.ts')],
  [
    'heads',
    'Print signed heads for publication, and check published ones',
    () => import('./commands/heads.ts'),
  ],
  ['audit', 'Show who changed what and when', () => import('./commands/audit.ts')],
  ['verify', 'Recompute stored values from their recorded inputs', () => import('./commands/verify.ts')],
  ['tiers', 'Report statistics of exchanges and suggest their tiers', () => import('./commands/tiers.ts')],
  ['backfill', 'Fill in history before the first tick', () => import('./commands/backfill.ts')],
  [
    'export',
    'Export stored values as CSV, NDJSON or Parquet, from a directory or a service',
    () => import('./commands/export.ts'),
  ],
  ['import', 'Import end-of-day records', () => import('./commands/import.ts')],
  ['backup', 'Back up a data directory, even while the service runs', () => import('./commands/backup.ts')],
  ['restore', 'Restore a data directory from a backup', () => import('./commands/restore.ts')],
  ['record', 'Record the data of a source, and inspect recordings', () => import('./commands/record.ts')],
  ['sources', 'Test exchanges, and list them and their hosts', () => import('./commands/sources.ts')],
  ['config', 'Check, print and explain the configuration', () => import('./commands/config.ts')],
  ['price', 'Print reference prices', () => import('./commands/price.ts')],
  ['watch', 'Show reference prices as they are published', () => import('./commands/watch.ts')],
  ['candles', 'Print or draw candles of an index', () => import('./commands/candles.ts')],
  ['get', 'List assets, markets, prices and other records of a service', () => import('./commands/get.ts')],
  [
    'receipt',
    'Show how a price was computed: the inputs of each exchange, and which were rejected',
    () => import('./commands/receipt.ts'),
  ],
  [
    'check',
    'Recompute a price on this machine, and check the signatures of the service',
    () => import('./commands/check.ts'),
  ],
  ['why', 'Show which exchanges caused a price move between two ticks', () => import('./commands/why.ts')],
  [
    'evidence',
    'Write a price with its receipt as one HTML file that verifies itself',
    () => import('./commands/evidence.ts'),
  ],
  ['mcp', 'Serve prices to AI models over MCP, for a host to start', () => import('./commands/mcp.ts')],
  ['login', 'Store credentials for a service as a profile', () => import('./commands/login.ts')],
  ['logout', 'Remove a profile', () => import('./commands/logout.ts')],
  [
    'completion',
    'Generate shell completions',
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

/** All commands, including those of optional parts, in the order of `tidemark help`. */
export const COMMANDS: readonly CommandEntry[] = [
  ...OWN.flatMap((own) => [own, ...ofWings((after) => after === own.name)]),
  ...ofWings((after) => OWN.every(({ name }) => name !== after)),
];
