import type { Positional } from '../command.ts';

/** What a receipt is of. */
export const RECEIPT_POSITIONAL = (command: string): Positional => ({
  name: 'NAME|ID',
  about: 'A market (BTC_USD), an asset (BTC, bitcoin), a liquid index (BLX), or the id of a tick',
  wanted: `name one value: tidemark ${command} BTC_USD`,
});
