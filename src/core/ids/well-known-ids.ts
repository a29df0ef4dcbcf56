/** Ids that the code itself uses, by symbol. All ids that existing clients know are in `reference/well-known`. */
export const WELL_KNOWN_ASSETS = {
  BTC: 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f',
  ETH: 'e991ba77-d384-48ff-b0a4-40e95ef6b7d6',
  XRP: 'e96efbf4-8f71-40bf-9b69-cdc3a6894655',
  LTC: 'e0c280b3-b4cf-4012-9e08-14a816ef2c9c',
  EOS: 'ab8ac321-082b-4231-a31c-4c938cfceab7',
  AMPL: '551cdbbe-2a97-4af8-b6bc-3254210ed021',
  USDT: 'eefcc863-188e-4fbb-9a78-6e2cf12027a0',
  USD: 'e77b9824-126a-418e-a69c-a2e682578e94',
  EUR: '9b687b84-695a-43cf-9ad6-4df86740163b',
  GBP: '9203fb9e-74f2-48f5-9ff9-9b660c6fe11b',
} as const;

/** Which assets the symbols in the methodology refer to. */
export type CurrencyIds = Readonly<Record<'BTC' | 'ETH' | 'XRP' | 'USD' | 'EUR' | 'GBP', string>>;

/** The three liquid indices, by name. */
export const LX_INDICES = {
  BLX: '191724d4-7915-491b-8b73-bc293e03a93e',
  ELX: '6560acf3-1cb7-4fe4-aa19-fbd90c7b56ee',
  XRPLX: 'ce36445a-2a33-4a0f-8b5b-e56175f8db60',
} as const;
