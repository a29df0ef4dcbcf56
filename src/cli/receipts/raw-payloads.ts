import type { IndexReceipt } from '../../../sdk/src/node.ts';
import { OperatorError } from '../../core/errors.ts';
import { CUT_OFF_MS, formatDatetime, type Millis } from '../../core/time.ts';
import {
  payloadText,
  readingsBefore,
  type StoredPayloads,
  type StoredReading,
} from '../../sources/live/payloads/payload-files.ts';

/** A response of one exchange for a value. */
export interface RawPayload {
  readonly exchange: string;
  readonly readAt: string;
  readonly url: string;
  readonly sha256: string;
  /** Absent if the file is missing or damaged. */
  readonly text?: string;
  /** Whether the text contains the price of the receipt literally. */
  readonly hasPrice: boolean;
  readonly problem?: 'missing' | 'damaged';
}

export interface RawOptions extends StoredPayloads {
  /** Name of the only exchange to show. */
  readonly exchange?: string | undefined;
}

/** A market missing from a response keeps its previous ticker, for at most as long as a ticker counts. */
const MAX_READINGS_BACK = 4;

interface TickerLine {
  readonly exchangeId: string;
  readonly exchange: string;
  readonly last: string;
}

/** The responses that contained the tickers of a receipt, exchange by exchange. */
export function rawPayloads(receipt: IndexReceipt, options: RawOptions): RawPayload[] {
  const lines = tickersOf(receipt);
  if (lines.length === 0)
    throw new OperatorError('--raw needs a market or a liquid index: name one of those');
  const wanted = options.exchange?.toLowerCase();
  const chosen = lines.filter(({ exchange }) => wanted === undefined || exchange.toLowerCase() === wanted);
  if (chosen.length === 0)
    throw new OperatorError(
      `${options.exchange} has no ticker in this receipt; use one of ${lines.map(({ exchange }) => exchange).join(', ')}`,
    );
  const cutOff = Date.parse(receipt.timestamp) - CUT_OFF_MS;
  const found = chosen.flatMap((line) => payloadsOf(line, cutOff, options));
  if (found.length > 0) return found;
  throw new OperatorError(
    `${options.folder} has no exchange responses from before ${receipt.timestamp}: --keep-payloads sets how long they are kept, and --data where`,
  );
}

function tickersOf({ exchanges = [], constituents = [], refused = [] }: IndexReceipt): TickerLine[] {
  const all: TickerLine[] = [...exchanges, ...constituents, ...refused];
  return all.filter(({ exchangeId }, i) => all.findIndex((each) => each.exchangeId === exchangeId) === i);
}

/** From the newest reading that contains the price, otherwise from the newest one. */
function payloadsOf({ exchangeId, exchange, last }: TickerLine, cutOff: Millis, options: RawOptions) {
  const key = options.keys.get(exchangeId);
  const readings = key === undefined ? [] : readingsBefore(options.folder, key, cutOff);
  const shown = readings
    .slice(0, MAX_READINGS_BACK)
    .map((reading) => readingText(options.folder, key!, exchange, reading, last));
  return shown.find((each) => each.some(({ hasPrice }) => hasPrice)) ?? shown[0] ?? [];
}

function readingText(
  folder: string,
  key: string,
  exchange: string,
  reading: StoredReading,
  last: string,
): RawPayload[] {
  return reading.responses.map((response) => {
    const { url, sha256 } = response;
    const common = { exchange, readAt: formatDatetime(reading.at), url, sha256 };
    const payload = payloadText(folder, key, reading, response);
    if (typeof payload === 'string') return { ...common, hasPrice: false, problem: payload };
    return { ...common, text: payload.text, hasPrice: hasNumber(payload.text, last) };
  });
}

/**
 * As a whole number: `0.5` is not in `10.55`. Exchanges may write trailing zeros that a receipt does not
 * have.
 */
function hasNumber(text: string, number: string): boolean {
  const written = number.replaceAll('.', String.raw`\.`);
  const zeros = number.includes('.') ? '0*' : String.raw`(?:\.0*)?`;
  return new RegExp(`(?<![\\d.])${written}${zeros}(?![\\d.])`).test(text);
}

/** Each response with a heading, and the text as received. */
export function rawText(payloads: readonly RawPayload[]): string {
  return payloads
    .map(({ exchange, readAt, url, sha256, text, hasPrice, problem }) => {
      const note =
        problem ?? (hasPrice ? 'has the price of the receipt' : 'without the price of the receipt');
      return `# ${exchange}, read ${readAt}, ${url}, sha256 ${sha256}, ${note}\n${text ?? ''}\n`;
    })
    .join('\n');
}
