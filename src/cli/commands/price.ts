import { ForbiddenError, type IndexTicker } from '../../../sdk/src/node.ts';
import { soundRecord } from '../client/sound-record.ts';
import { refusedTexts, type Refused } from '../client/refused-texts.ts';
import { CONNECTION_OPTIONS } from '../client/connection-options.ts';
import { fieldsLine, tableLines, type TableColumn } from '../client/columns.ts';
import { allFound } from '../client/forgiving-tidemark.ts';
import { INDEX_NAME } from '../client/words.ts';
import { jsonLine, withService, type AskedService } from '../client/with-service.ts';
import { action, JSON_OPTION, type Output } from '../command.ts';
import { EXIT } from '../exit-codes.ts';

interface Priced extends IndexTicker {
  /** As it was asked for. */
  readonly index: string;
}

const COLUMNS: readonly TableColumn<Priced>[] = [
  { key: 'index', of: ({ index }) => index, least: 8 },
  { key: 'price', of: ({ price }) => price, side: 'right' },
  { key: 'volume', heading: '24 h volume', of: ({ volume }) => volume, side: 'right', keep: 1 },
  { key: 'timestamp', heading: 'at', of: ({ timestamp }) => timestamp, keep: 3 },
  { key: 'flags', of: ({ flags = [] }) => flags.join(' '), keep: 2, colour: () => 'yellow' },
];

export const priceCommand = action({
  about: [
    'Prints the latest reference price of each: of an asset in US dollars, of a market in its quote asset, of BLX, ELX or XRPLX in US dollars. Flags say why a value is not simply the formula.',
    'On a pipe each price is a line of fields with tabs between them: name, price, volume, time, flags.',
  ],
  positionals: [
    {
      name: 'NAME',
      about: INDEX_NAME,
      isList: true,
      wanted: 'name what has a price: tidemark price BTC ETH_USD',
    },
  ],
  options: { ...CONNECTION_OPTIONS, json: JSON_OPTION },
  ends: [
    [
      1,
      'where one of the names is not known: no price is printed then; or where the client lacks the scope for some: the others are printed',
    ],
  ],
  examples: ['tidemark price BTC ETH', 'tidemark price BTC_USD BLX --json'],
  run: (call, io) =>
    withService(call, io, (service) => printPrices(service, call.positionals, call.options.json, io)),
});

async function printPrices(
  service: AskedService,
  names: readonly string[],
  json: boolean,
  io: Output,
): Promise<number> {
  const { look, write, target } = service;
  const found = await allFound(names.map((index) => priceOf(service, index)));
  const priced = found.flatMap((each) => ('refusal' in each ? [] : [each]));
  const refused = found.flatMap((each) => ('refusal' in each ? [each] : []));
  if (json) await write(priced.map(jsonLine).join(''));
  else if (priced.length > 0) {
    const lines = look.isTerminal
      ? tableLines(priced, COLUMNS, look)
      : priced.map((record) => fieldsLine(record, COLUMNS));
    await write(lines.map((line) => `${line}\n`).join(''));
  }
  for (const text of refusedTexts(refused, target.url)) io.err(`tidemark: ${text}\n`);
  return refused.length === 0 ? EXIT.ok : EXIT.failed;
}

/** A scope may be lacking for one type of index and not for others. */
async function priceOf({ tidemark, signal }: AskedService, index: string): Promise<Priced | Refused> {
  try {
    return { index, ...soundRecord(await tidemark.index(index, { signal }), 'IndexTicker') };
  } catch (error) {
    if (error instanceof ForbiddenError) return { index, refusal: error };
    throw error;
  }
}
