import { publicUrls } from '../app/config/public-urls.ts';
import type { Settings } from '../app/config/settings.ts';
import type { AudienceKind } from '../auth/audiences.ts';
import type { Scope } from '../contract/scopes.ts';
import type { Expiry } from './client-options.ts';

interface Wanted {
  readonly expires: Expiry;
  readonly audience: readonly AudienceKind[];
  readonly scope: readonly Scope[] | undefined;
}

/** The request of `clients token`. `urls` are only used if no service runs; a running one knows its own. */
export function newToken(
  id: string,
  { expires, audience, scope }: Wanted,
  settings: Settings,
): Readonly<Record<string, unknown>> {
  const { baseUrl, wsUrl } = publicUrls(settings, settings.port);
  return { id, audiences: audience, ...(scope && { scopes: scope }), ...expires, urls: { baseUrl, wsUrl } };
}
