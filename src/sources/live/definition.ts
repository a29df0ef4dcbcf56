import { operatorErrorsOf } from '../../core/errors.ts';
import { duration, optional, path, setting, wholeNumber, type SettingKind } from '../../core/setting.ts';
import type { SourceDefinition, SourceOptions } from '../source-definition.ts';
import {
  configuredExchanges,
  configuredNetwork,
  exchangeProblems,
  exchangeWarnings,
  textsOf,
} from './settings/configured-exchanges.ts';
import { readApiKeys } from './settings/api-keys.ts';
import { DERIVATIVES } from './settings/derivatives-profiles.ts';
import { derivativeKeys } from './settings/exchange-keys.ts';
import { routeSetting } from './settings/exchange-routes.ts';
import { DEFAULT_EXCHANGE_NAMES } from './settings/exchange-profiles.ts';
import { spotExchanges } from './settings/spot-exchanges.ts';
import type { LiveOptions } from './prepared-live.ts';
import { SUPPLY_SETTINGS, supplyOptions, supplyProblems } from './supply/supply-settings.ts';
import { readOverrides } from './understand/overrides.ts';
import { parsedTradeMarkets, tradeMarkets } from './settings/trade-markets.ts';

const MIB = 2 ** 20;
const MAX_COLLECTORS = 16;
/** Version of the stored data; another number means that ids have changed. */
const VERSION = 1;

const paths: SettingKind<readonly string[]> = {
  placeholder: 'PATH,...',
  parse: (text) => {
    const each = text.split(',').map((path) => path.trim());
    return each.includes('') ? undefined : each;
  },
  expects: 'must be a list of files or folders, such as ./exchanges,./more/example.json',
  format: (each) => each.join(','),
};

export const LIVE = {
  name: 'live',
  description: 'real exchanges, over the network',
  origin: 'live',
  settings: {
    exchanges: setting(
      spotExchanges,
      Object.keys(DEFAULT_EXCHANGE_NAMES),
      'Exchanges to read through ccxt; `all`: every exchange with its own order book; `none`: only those in exchangeFiles',
    ),
    exchangeFiles: optional(
      paths,
      'Files, or folders of files, that declare exchanges unknown to ccxt; see docs/extend/add-an-exchange.md',
    ),
    derivatives: setting(
      derivativeKeys,
      Object.keys(DERIVATIVES),
      'Derivatives interfaces to read; `none`: no derivatives',
    ),
    assetOverrides: optional(
      path,
      'File that defines asset codes of exchanges that are ambiguous or unknown',
    ),
    tradeMarkets: optional(
      tradeMarkets,
      'Markets whose trades are read, besides the constituents of the liquid indices',
    ),
    exchangeProxy: optional(
      routeSetting(true),
      'HTTP proxy for requests to exchanges, for all or for single ones; `direct`: no proxy',
    ),
    exchangeGateway: optional(
      routeSetting(false),
      'Gateway that forwards requests to exchanges; the path of each request to it is the full address; for all or for single exchanges',
    ),
    keepPayloads: optional(
      duration,
      'How long replies of exchanges are kept for disputes, such as 7d; `tidemark receipt --raw` shows them. By default they are not kept. --max-disk does not limit them, and backups do not contain them',
    ),
    exchangeKeys: optional(
      path,
      'File with API keys of exchanges, for market data only; its mode must be 0600',
    ),
    ...SUPPLY_SETTINGS,
    collectors: setting(
      wholeNumber(1, MAX_COLLECTORS),
      1,
      'Number of processes that read exchanges; one can read a few hundred, and the log warns when it cannot keep up',
    ),
  },
  identity: () => ({ liveVersion: VERSION }),
  readIdentity: ({ liveVersion }) => (typeof liveVersion === 'number' ? { liveVersion } : undefined),
  outdated: ({ liveVersion }) =>
    liveVersion === VERSION
      ? undefined
      : `version ${liveVersion} of the live exchange data, this version of Tidemark knows ${VERSION}`,
  problems: (options) => [
    ...exchangeProblems(options),
    ...supplyProblems(options),
    ...overrideProblems(options['assetOverrides']),
    ...apiKeyProblems(options),
  ],
  warnings: exchangeWarnings,
  diskUse: () => ({ sourceName: 'live exchanges', smallestBytes: 1024 * MIB, dayBytes: 72e6 }),
  async prepare(options, place) {
    const { PreparedLive } = await import('./prepared-live.ts');
    return new PreparedLive(liveOptionsOf(options), place);
  },
  shared: {
    async openReader(options, place) {
      const { openLiveReader } = await import('./shared/open-live-reader.ts');
      return openLiveReader(liveOptionsOf(options), place);
    },
    async prepare(options, place) {
      const { PreparedLive } = await import('./prepared-live.ts');
      return new PreparedLive(liveOptionsOf(options), place);
    },
  },
  async openSeeder(options, { folder }) {
    const { LiveSeeder } = await import('./seed/live-seeder.ts');
    const { exchanges, network, overrides } = liveOptionsOf(options);
    return new LiveSeeder({ exchanges, network, overrides, folder });
  },
} as const satisfies SourceDefinition;

function overrideProblems(file: unknown): readonly string[] {
  return typeof file === 'string' ? operatorErrorsOf(() => readOverrides(file), '--asset-overrides') : [];
}

/** Problems with the file of API keys; a name of an exchange that is not read is probably misspelt. */
function apiKeyProblems({ exchangeKeys: file, exchanges }: SourceOptions): readonly string[] {
  if (typeof file !== 'string') return [];
  const names: string[] = [];
  const problems = operatorErrorsOf(() => void names.push(...readApiKeys(file).keys()), '--exchange-keys');
  const unknown = names.filter((name) => !textsOf(exchanges).includes(name));
  return [
    ...problems,
    ...unknown.map((name) => `--exchange-keys has a key for ${name}, which --exchanges does not name`),
  ];
}

/** From settings. The identity of a directory contains none of them; no exchange is read then. */
export function liveOptionsOf(options: SourceOptions): LiveOptions {
  const { assetOverrides, collectors, keepPayloads, exchangeKeys: apiKeysFile } = options;
  return {
    ...configuredExchanges(options),
    network: configuredNetwork(options),
    apiKeysFile: typeof apiKeysFile === 'string' ? apiKeysFile : undefined,
    supply: supplyOptions(options),
    collectors: typeof collectors === 'number' ? collectors : 1,
    keepPayloadsMs: typeof keepPayloads === 'number' ? keepPayloads : undefined,
    tradeMarkets: parsedTradeMarkets(options['tradeMarkets']),
    overrides: typeof assetOverrides === 'string' ? assetOverrides : undefined,
  };
}
