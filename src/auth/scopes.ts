/** What a client may be allowed to read. Look-ups need a token and no scope. */
export const SCOPES = [
  'read:exchange-ticker',
  'read:index-ticker',
  'read:ohlcv',
  'read:LX',
  'read:market-cap',
  'read:derivatives',
] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
