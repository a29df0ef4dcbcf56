import type { Tool } from './tool.ts';
import { candles } from './tools/candles.ts';
import { check } from './tools/check.ts';
import { convert } from './tools/convert.ts';
import { exchangeStatus } from './tools/exchange-status.ts';
import { find } from './tools/find.ts';
import { marketCaps } from './tools/market-caps.ts';
import { price } from './tools/price.ts';
import { quality } from './tools/quality.ts';
import { receipt } from './tools/receipt.ts';
import { why } from './tools/why.ts';

/** All tools: a new one is a file and a line here. */
export const TOOLS: readonly Tool[] = [
  find,
  price,
  candles,
  convert,
  marketCaps,
  receipt,
  why,
  check,
  quality,
  exchangeStatus,
];
