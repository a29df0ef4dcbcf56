export const ASSET_TYPES = ['FIAT', 'CRYPTO'] as const;
export type AssetType = (typeof ASSET_TYPES)[number];

export const ASSET_STATUSES = ['ACTIVE', 'INACTIVE'] as const;
export type AssetStatus = (typeof ASSET_STATUSES)[number];

export interface Asset {
  readonly id: string;
  readonly name: string;
  /** Not unique: two assets can share a symbol, even two ACTIVE ones. */
  readonly symbol: string;
  /** Unique; the id is derived from it. */
  readonly slugName: string;
  readonly status: AssetStatus;
  readonly type: AssetType;
  readonly url: string;
  /** Tokens only. */
  readonly contractAddress?: string;
}

/** Plain decimals. An asset without a row has no known supply, and therefore no market cap. */
export interface Supply {
  readonly assetId: string;
  readonly totalSupply: string;
  readonly freeFloatSupply: string;
}
