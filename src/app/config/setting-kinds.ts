import { isIP } from 'node:net';
import { wholeNumberWithUnit, type SettingKind } from '../../core/setting.ts';
import { parseDatetime, type Millis } from '../../core/time.ts';

/** An absolute URL of the given schemes, without query, fragment or user; the trailing slash is dropped. */
export function url(...schemes: readonly string[]): SettingKind<string> {
  return {
    placeholder: 'URL',
    parse: (text) => {
      if (!URL.canParse(text)) return undefined;
      const parsed = new URL(text);
      const extras = parsed.search + parsed.hash + parsed.username + parsed.password;
      if (!schemes.includes(parsed.protocol) || extras !== '') return undefined;
      return `${parsed.protocol}//${parsed.host}${parsed.pathname.replace(/\/+$/, '')}`;
    },
    expects: `must be a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  };
}

export const instant: SettingKind<Millis> = {
  placeholder: 'DATETIME',
  parse: parseDatetime,
  expects: 'must be a datetime in UTC, such as 2026-01-31T12:00:00Z',
};

export const byteCount: SettingKind<number> = wholeNumberWithUnit(
  'SIZE',
  new Map([
    ['', 1],
    ['MB', 1e6],
    ['GB', 1e9],
    ['TB', 1e12],
    ['MiB', 2 ** 20],
    ['GiB', 2 ** 30],
    ['TiB', 2 ** 40],
  ]),
  'must be a whole number of bytes, MB, GB, TB, MiB, GiB or TiB, such as 500MiB or 20GiB',
);

function list(
  placeholder: string,
  valid: (item: string) => boolean,
  expects: string,
): SettingKind<readonly string[]> {
  return {
    placeholder,
    parse: (text) => {
      const items = text.split(',').map((item) => item.trim());
      return items.every(valid) ? items : undefined;
    },
    expects,
  };
}

function isCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

export const cidrs = list(
  'CIDR,...',
  isCidr,
  'must be a list of IP addresses or CIDR ranges, separated by commas',
);

function isOrigin(text: string): boolean {
  return text === '*' || (URL.canParse(text) && new URL(text).origin === text);
}

const MAX_AUDIENCES = 100;

/** Audience URLs of token requests, normalised for comparison. */
export const audienceUrls: SettingKind<readonly string[]> = {
  placeholder: 'URL,...',
  parse: (text) => {
    const urls = text.split(',').map((item) => audienceUrl(item.trim()));
    const valid = urls.filter((each) => each !== undefined);
    return valid.length === urls.length && urls.length <= MAX_AUDIENCES ? [...new Set(valid)] : undefined;
  },
  expects:
    'must be a list of URLs with a host, such as https://api.example.com,wss://ws.example.com, without user, query or fragment, ' +
    `at most ${MAX_AUDIENCES}`,
};

/**
 * Without its trailing slash; undefined if it cannot be an audience. `host:port` without a scheme parses as a
 * URL whose scheme is the host.
 */
function audienceUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, pathname, search, hash, username, password } = new URL(text);
  if (host === '' || search + hash + username + password !== '') return undefined;
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

export const origins = list(
  'ORIGIN,...',
  isOrigin,
  'must be * or a list of origins such as https://app.example.com',
);

const MAX_BACKFILL_DAYS = 200;

/** How much history a simulated world gets. Days stay text, such as `30d`. */
export const backfillDepth: SettingKind<string> = {
  placeholder: 'auto|off|NNd',
  parse: (text) => {
    if (text === 'auto' || text === 'off') return text;
    const days = /^([1-9]\d{0,2})d$/.test(text) ? Number.parseInt(text, 10) : Infinity;
    return days <= MAX_BACKFILL_DAYS ? text : undefined;
  },
  expects: `must be auto, off, or days such as 30d, at most ${MAX_BACKFILL_DAYS}d`,
};
