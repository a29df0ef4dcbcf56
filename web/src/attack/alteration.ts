import type { IndexReceipt } from '@tidemark/sdk';

type MwaLine = NonNullable<IndexReceipt['exchanges']>[number];
type LxLine = NonNullable<IndexReceipt['constituents']>[number];
export type Line = MwaLine | LxLine;

/** Changes to what an exchange reported. */
export interface Alteration {
  readonly priceTimes: number;
  readonly volumeTimes: number;
  readonly isSilent: boolean;
}

export const UNCHANGED: Alteration = { priceTimes: 1, volumeTimes: 1, isSilent: false };

/** An attack: changes by exchange id, and added hostile exchanges. */
export interface Attack {
  readonly altered: ReadonlyMap<string, Alteration>;
  readonly hostile: readonly MwaLine[];
}

export const NO_ATTACK: Attack = { altered: new Map(), hostile: [] };

export function withAlteration(attack: Attack, id: string, change: Partial<Alteration>): Attack {
  const altered = new Map(attack.altered);
  altered.set(id, { ...(altered.get(id) ?? UNCHANGED), ...change });
  return { ...attack, altered };
}

/** All exchanges that take part in it. */
export function attackersOf({ altered, hostile }: Attack): ReadonlySet<string> {
  return new Set([...altered.keys(), ...hostile.map(({ exchangeId }) => exchangeId)]);
}

/** All lines of a receipt, including rejected ones. */
export function linesOf({ exchanges, constituents, refused = [] }: IndexReceipt): readonly Line[] {
  return [...(exchanges ?? constituents ?? []), ...refused];
}

/** The receipt with the inputs of the attack; nothing is recomputed yet. */
export function attacked(receipt: IndexReceipt, { altered, hostile }: Attack): IndexReceipt {
  const change = <L extends Line>(lines: readonly L[]): L[] =>
    lines
      .filter(({ exchangeId }) => altered.get(exchangeId)?.isSilent !== true)
      .map((line) => alteredLine(line, altered.get(line.exchangeId) ?? UNCHANGED));
  const { exchanges, constituents, refused } = receipt;
  return {
    ...receipt,
    ...(exchanges && { exchanges: change([...exchanges, ...hostile]) }),
    ...(constituents && { constituents: change(constituents) }),
    ...(refused && { refused: change(refused) }),
  };
}

function alteredLine<L extends Line>(line: L, { priceTimes, volumeTimes }: Alteration): L {
  if (priceTimes === 1 && volumeTimes === 1) return line;
  const price = (text: string) => times(text, priceTimes);
  return {
    ...line,
    last: price(line.last),
    ...(line.bid !== undefined && { bid: price(line.bid) }),
    ...(line.ask !== undefined && { ask: price(line.ask) }),
    reportedVolume: times(line.reportedVolume, volumeTimes),
    ...('trades' in line && {
      trades: line.trades.map((trade) => ({ ...trade, price: price(trade.price) })),
    }),
  };
}

const DIGITS = 12;
const MAX_DECIMALS = 30;

/** A decimal without an exponent, as in receipts. */
export function plain(value: number): string {
  if (!(value > 0)) return '0';
  const whole = Math.ceil(Math.log10(value));
  return value.toFixed(Math.min(Math.max(DIGITS - whole, 0), MAX_DECIMALS));
}

const times = (text: string, factor: number) => (factor === 1 ? text : plain(Number(text) * factor));

/**
 * An exchange that joined today, with trust 0: its price is 2 % too high, and it reports ten times the
 * largest volume.
 */
export function hostileLine(receipt: IndexReceipt, number: number): MwaLine {
  const price = Number(receipt.reference ?? receipt.price) * 1.02;
  const lines = linesOf(receipt);
  const volumes = lines.map(({ reportedVolume }) => Number(reportedVolume)).filter(Number.isFinite);
  const [last, volume] = [plain(price), plain(10 * Math.max(...volumes, 1))];
  return {
    exchangeId: `ffffffff-0000-4000-8000-${String(number).padStart(12, '0')}`,
    exchange: `Hostile ${number}`,
    tier: 'NEW',
    exchangeStatus: 'ACTIVE',
    marketStatus: 'ACTIVE',
    qualified: 'YES',
    last,
    bid: plain(price * 0.9999),
    ask: plain(price * 1.0001),
    lastMoved: receipt.timestamp,
    ticksSinceChange: '0',
    // Just read; receipts before version 3 have no ages.
    ...(lines.some(({ ageMs }) => ageMs !== undefined) && { ageMs: 0 }),
    reportedVolume: volume,
    // Recomputed with everything else.
    believedVolume: volume,
    price: last,
    weight: '0',
    share: '0',
    clamped: false,
  };
}
