// Table rows of the simulated market that are the same asset or exchange as one that existing clients know by id.
//
// Version 2 of the world has both: the row with a derived id, and the known one as its twin. From version 3 on the row has the
// known id, slug and symbol, and there is no twin.

/** Both columns are slugs. */
export const MERGED_ASSETS = `
row|known
injective|injective-protocol
just|just-governance-token
bittorrent-new|bittorrent
floki|floki-inu
sun-token|sun
conflux|conflux-network
theta-network|theta-token
`;

/** Both columns are names. */
export const MERGED_EXCHANGES = `
row|known
Kraken Futures|CryptoFacilities
`;
