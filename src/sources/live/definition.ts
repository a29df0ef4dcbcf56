import { optional, path, setting, type SettingKind } from '../../core/setting.ts';
import type { SourceDefinition, SourceOptions } from '../source-definition.ts';
import { isKnownToCcxt } from '../ccxt/ccxt-library.ts';
import { configuredExchanges, configuredNetwork, exchangeProblems } from './configured-exchanges.ts';
import { CURATED } from './exchange-profiles.ts';
import type { LiveOptions } from './prepared-live.ts';

const MIB = 2 ** 20;
/** Of what is stored: another number means that ids have changed. */
const VERSION = 1;

const exchangeKeys: SettingKind<readonly string[]> = {
  placeholder: 'NAME,...',
  parse: (text) => {
    if (text === 'none') return [];
    const keys = text.split(',').map((key) => key.trim().toLowerCase());
    return keys.every(isKnownToCcxt) && new Set(keys).size === keys.length ? keys : undefined;
  },
  expects:
    'must be a list of exchanges by the names that ccxt has for them, each once, such as kraken,binance, or none',
  show: (keys) => keys.join(',') || 'none',
};

const paths: SettingKind<readonly string[]> = {
  placeholder: 'PATH,...',
  parse: (text) => {
    const each = text.split(',').map((path) => path.trim());
    return each.includes('') ? undefined : each;
  },
  expects: 'must be a list of files or folders, such as ./exchanges,./more/example.json',
  show: (each) => each.join(','),
};

function address(protocols: readonly string[]): SettingKind<string> {
  return {
    placeholder: 'URL',
    parse: (text) =>
      URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text.replace(/\/+$/, '') : undefined,
    expects: 'must be an address such as http://127.0.0.1:3128',
  };
}

export const LIVE = {
  name: 'live',
  description: 'real exchanges, over the network',
  origin: 'live',
  settings: {
    exchanges: setting(
      exchangeKeys,
      Object.keys(CURATED),
      'Exchanges that are read through ccxt; `none`: only those of exchangeFiles',
    ),
    exchangeFiles: optional(
      paths,
      'Files that declare exchanges which ccxt does not know, or folders of such files; see docs/guides/add-an-exchange.md',
    ),
    assetOverrides: optional(
      path,
      'File that says what codes of exchanges mean, where they are not understood',
    ),
    exchangeProxy: optional(address(['http:', 'https:']), 'HTTP proxy for requests to exchanges'),
    exchangeGateway: optional(
      address(['http:', 'https:']),
      'Server that gets the full address of each request to an exchange as its path, and makes it in our place',
    ),
  },
  identity: () => ({ liveVersion: VERSION }),
  readIdentity: ({ liveVersion }) => (typeof liveVersion === 'number' ? { liveVersion } : undefined),
  outdated: ({ liveVersion }) =>
    liveVersion === VERSION
      ? undefined
      : `version ${liveVersion} of what is known of live exchanges, this version of Tidemark knows ${VERSION}`,
  problems: exchangeProblems,
  diskUse: () => ({ what: 'live exchanges', smallestBytes: 1024 * MIB, dayBytes: 72e6 }),
  async prepare(options, place) {
    const { PreparedLive } = await import('./prepared-live.ts');
    return new PreparedLive(optionsOf(options), place);
  },
} as const satisfies SourceDefinition;

/** Of settings; the identity of a directory says nothing of them, and then no exchange is read. */
function optionsOf(options: SourceOptions): LiveOptions {
  const { assetOverrides } = options;
  return {
    ...configuredExchanges(options),
    network: configuredNetwork(options),
    overrides: typeof assetOverrides === 'string' ? assetOverrides : undefined,
  };
}
