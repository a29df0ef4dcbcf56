import { publicUrls } from '../app/config/public-urls.ts';
import type { Settings } from '../app/config/settings.ts';
import type { AudienceKind } from '../auth/audiences.ts';
import type { Scope } from '../contract/scopes.ts';
import type { Expiry } from './client-options.ts';
import { UsageError } from './command.ts';

interface Wanted {
  readonly expires: Expiry;
  readonly audience: readonly AudienceKind[];
  readonly scope: readonly Scope[] | undefined;
  readonly url: boolean;
  readonly names: readonly string[] | undefined;
  readonly rate: number | undefined;
}

/** The request of `clients token`. `urls` are only used if no service runs; a running one knows its own. */
export function newToken(
  id: string,
  { expires, audience, scope, url, names, rate }: Wanted,
  settings: Settings,
): Readonly<Record<string, unknown>> {
  if (!url && (names ?? rate) !== undefined)
    throw new UsageError('--names and --rate are for a token in URLs: give --url too');
  if (url && audience.join() !== 'rest')
    throw new UsageError('a token in URLs is for REST: leave out --audience');
  const { baseUrl, wsUrl } = publicUrls(settings, settings.port);
  return {
    id,
    audiences: audience,
    ...(scope && { scopes: scope }),
    ...expires,
    ...(url && { url: { ...(names && { names }), ...(rate !== undefined && { perMinute: rate }) } }),
    urls: { baseUrl, wsUrl },
  };
}
