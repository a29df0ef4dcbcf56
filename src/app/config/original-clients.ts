import type { Settings } from './settings.ts';

type Switches = Pick<Settings, 'compat' | 'publicLookups' | 'rapidapi' | 'audiences'>;

/** The log line with all settings for clients of the original service; undefined if it is not set up for them. */
export function originalClientSwitches(settings: Switches): string | undefined {
  const { compat, publicLookups, rapidapi, audiences = [] } = settings;
  if (compat === 'off' && !rapidapi) return undefined;
  const publicRoutes = compat === 'original' ? 'look-ups and /convert' : 'look-ups';
  const states = [
    `--compat ${compat}`,
    publicLookups
      ? `--public-lookups on (${publicRoutes} need no token)`
      : '--public-lookups off (look-ups need a token)',
    rapidapi ? '--rapidapi on (X-RapidAPI-Key, paths without /v3)' : '--rapidapi off',
    audiences.length > 0 ? `--audiences ${audiences.join(',')}` : '--audiences none',
  ];
  return `for clients of the original service: ${states.join('; ')}`;
}
