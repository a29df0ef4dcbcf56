/** Values that the contract fixes, written out here instead of imported. */
export const FIXED_ASSETS = {
  BTC: 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f',
  ETH: 'e991ba77-d384-48ff-b0a4-40e95ef6b7d6',
  USDT: 'eefcc863-188e-4fbb-9a78-6e2cf12027a0',
  USD: 'e77b9824-126a-418e-a69c-a2e682578e94',
  EUR: '9b687b84-695a-43cf-9ad6-4df86740163b',
  LTC: 'e0c280b3-b4cf-4012-9e08-14a816ef2c9c',
  AMPL: '551cdbbe-2a97-4af8-b6bc-3254210ed021',
} as const;

export const FIXED_MARKETS = {
  BTC_USD: '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe',
  LTC_USD: '2cbedd6a-dca2-48b1-a9db-9a1b24c2f85c',
  ETH_USD: 'bff074a3-3564-4479-a4bd-c49766acc63c',
  XRP_USD: '89426269-ec59-4bef-9393-e50fd84f14cf',
  XRP_BTC: 'bb999433-d36d-42e9-9a2e-af1d3219c9ac',
  EOS_USD: '5f5b8426-35b7-41df-a17a-84a4a6777b48',
  EOS_BTC: 'b884f3b1-23b4-4c9e-b95b-29a53165fecd',
} as const;

export const FIXED_EXCHANGES = {
  Binance: 'a05e02d1-2789-49a3-aa83-1d3c9a442ea8',
  BitMEX: 'ba8670a7-e166-4a08-99d7-003219e1a1b0',
  Bybit: '03a530ca-e2b8-43cc-8a53-7478939a13f6',
  Deribit: '46f3c558-453c-41d2-b6d8-c6e57128e206',
  Kraken: 'fa75a209-f460-4195-bbcc-56eb72286e3d',
  LedgerX: '6259cb53-3c1b-44c3-8928-0455a30c9634',
  OKX: '153d4b94-3518-4f79-9ebb-b9123467da95',
  Bitfinex: '7f26d058-318d-440c-9b55-486eabd8a065',
  Bitstamp: '48ca12fa-f5f4-484a-9945-84825030c8cd',
  Bittrex: '2eccd6dd-e073-4767-942d-24301dd9cad8',
  BTSE: 'ec946827-a994-4d1f-9c5b-ef3ac944b270',
  'Coinbase-Pro': '65cf072d-2ffa-48f8-9497-6654234f52e3',
  Gemini: '48ea171d-928b-4509-a209-e7a6dd7392d1',
  itBit: '2d26aaa4-ba5c-44dc-84ba-88474ef57556',
} as const;
