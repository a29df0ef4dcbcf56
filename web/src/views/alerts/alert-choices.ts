/** All flags of values, as the form offers them. */
export const FLAGS = [
  'SPLIT',
  'SUSPECT',
  'THIN',
  'SINGLE_SOURCE',
  'CARRIED',
  'MODELLED',
  'SEEDED',
  'PARTIAL',
];

/** Names of the liquid indices, which the search does not know. */
export const LIQUID = ['BLX', 'ELX', 'XRPLX'];
