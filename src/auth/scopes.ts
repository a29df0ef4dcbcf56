/** What a client is registered for unless it is said otherwise. Look-ups need a token and no scope. */
export const DATA_SCOPES = [
  'read:exchange-ticker',
  'read:index-ticker',
  'read:ohlcv',
  'read:LX',
  'read:market-cap',
  'read:derivatives',
] as const;

/** What a client may be allowed to read. What is not data belongs to a client only where it was named. */
export const SCOPES = [...DATA_SCOPES, 'read:operations'] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
