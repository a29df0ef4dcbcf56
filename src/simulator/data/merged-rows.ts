// Rows of the tables of the simulated market that are the same asset or exchange as one that existing clients know by id.
//
// Version 2 of the world serves both, the row under a derived id and the known one as a twin of it. From version 3 on the row has the
// id, slug and symbol that are known, and the twin is not part of the world.

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
