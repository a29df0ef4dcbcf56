import { accessSync, constants } from '../../../disk/files.ts';
import { optional, path, type SettingKind } from '../../../core/setting.ts';
import type { SourceOptions } from '../../source-definition.ts';
import { READY_MAPPINGS } from './ready-mappings.ts';
import type { SupplyEndpoint } from './supply-endpoint.ts';
import { supplyMapping } from './supply-mapping.ts';
import { supplyFileProblems } from './watched-supply-file.ts';

const address: SettingKind<string> = {
  placeholder: 'URL',
  parse: (text) => {
    if (!URL.canParse(text)) return undefined;
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username === '' && password === '' ? text : undefined;
  },
  expects: 'must be an address such as https://api.example.com/assets?page={page}',
};

const mappingName: SettingKind<string> = { ...path, placeholder: 'NAME|FILE' };

export const SUPPLY_SETTINGS = {
  supplyFile: optional(
    path,
    'File with the supplies of assets, for market caps (CSV or JSON); read again when it changes; see docs/run/market-caps.md',
  ),
  supplyUrl: optional(
    address,
    'Address from which supplies are read every hour; for each asset, supplyFile takes precedence',
  ),
  supplyMapping: optional(
    mappingName,
    `Layout of the replies of supplyUrl: ${Object.keys(READY_MAPPINGS).join(', ')}, or a file`,
  ),
  supplyKeyFile: optional(
    path,
    'File with the key for supplyUrl, which is sent in a header and only over TLS',
  ),
};

export interface SupplyOptions {
  readonly file?: string | undefined;
  readonly endpoint?: SupplyEndpoint | undefined;
}

/** Names of URL parameters that would reveal a key wherever the address is shown. */
const LOOKS_SECRET = /key|token|secret|auth/i;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export function supplyProblems(options: SourceOptions): readonly string[] {
  const { supplyFile, supplyUrl, supplyMapping: name, supplyKeyFile } = textsIn(options);
  const problems = supplyFile === undefined ? [] : [...supplyFileProblems(supplyFile)];
  if (supplyUrl === undefined) {
    if (name !== undefined || supplyKeyFile !== undefined)
      problems.push('--supply-mapping and --supply-key-file need --supply-url, which is missing');
    return problems;
  }
  if (name === undefined)
    return [...problems, '--supply-url needs --supply-mapping, the layout of its replies'];
  const { mapping, problems: ofMapping = [] } = supplyMapping(name);
  const { protocol, searchParams } = new URL(supplyUrl);
  const secret = [...searchParams.keys()].find((parameter) => LOOKS_SECRET.test(parameter));
  if (secret !== undefined)
    problems.push(`--supply-url: ${secret} looks like a key: move it to --supply-key-file`);
  if (supplyKeyFile !== undefined && protocol !== 'https:')
    problems.push('--supply-key-file: a key is sent to https addresses only');
  if (supplyKeyFile !== undefined && isUnencrypted(options['exchangeGateway']))
    problems.push(
      '--supply-key-file: the key would reach --exchange-gateway in clear text; give the gateway an https address, or one of this machine',
    );
  if (supplyKeyFile !== undefined && !isReadable(supplyKeyFile))
    problems.push(`--supply-key-file: ${supplyKeyFile} cannot be read`);
  if (supplyKeyFile !== undefined && mapping && !mapping.key)
    problems.push('--supply-key-file: the mapping has no header for the key');
  return [...problems, ...ofMapping];
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}

/** Whether requests travel to the gateway in clear text over a network. */
function isUnencrypted(gateway: unknown): boolean {
  if (typeof gateway !== 'string') return false;
  const { protocol, hostname } = new URL(gateway);
  return protocol !== 'https:' && !LOOPBACK.test(hostname);
}

/** Converts settings that have no problems. */
export function supplyOptions(options: SourceOptions): SupplyOptions {
  const { supplyFile: file, supplyUrl: url, supplyMapping: name, supplyKeyFile: keyFile } = textsIn(options);
  const mapping = name === undefined ? undefined : supplyMapping(name).mapping;
  return { file, endpoint: url === undefined || !mapping ? undefined : { url, mapping, keyFile } };
}

function textsIn(options: SourceOptions): Readonly<Partial<Record<keyof typeof SUPPLY_SETTINGS, string>>> {
  const names = Object.keys(SUPPLY_SETTINGS);
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => names.includes(name) && typeof value === 'string'),
  ) as Partial<Record<keyof typeof SUPPLY_SETTINGS, string>>;
}
