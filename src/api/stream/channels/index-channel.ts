import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { Fields } from '../../../contract/messages.ts';
import { TICKER_SCOPES, type Scope } from '../../../contract/scopes.ts';
import {
  INDEX_TYPES,
  INDEX_WINDOW_MS,
  indexTypeAt,
  type IndexType,
  type SeriesId,
} from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';
import type { SeriesColumns } from '../../../core/value-columns.ts';
import { LX_INDICES } from '../../../core/ids/well-known-ids.ts';
import { IndexPageWriter, usualPageBytes } from '../../../latest/indices/index-page-writer.ts';
import type { IndexRefresh } from '../../../latest/indices/index-refresh.ts';
import { choiceText, INDEX_NAMES, IndexNames } from '../../../latest/indices/index-names.ts';
import type { IndexTickers } from '../../../latest/indices/index-tickers.ts';
import type { MarketVersions } from '../../../latest/market/market-versions.ts';
import type { ServedMarket } from '../../../latest/market/served-market.ts';
import type { Batch, Channel, CurrentValue, Refusal, Target } from './channel.ts';
import { FrameTable, recordFrame } from '../frames/frame-sheet.ts';

const OPENING = Buffer.from('{"event":"INDEX_TICKER",');
const LX_OPENINGS = new Map<string, Buffer>(
  Object.entries(LX_INDICES).map(([name, id]) => [
    id,
    Buffer.from(`{"event":"INDEX_TICKER","name":"${name}",`),
  ]),
);
const NOTHING: readonly Buffer[] = [];

/** The index that a message names, if any. */
interface AskedIndex {
  readonly indexId: string | undefined;
  /** Empty if a whole type is requested. */
  readonly written: string;
  /** The name that was used, to be echoed. */
  readonly name: Readonly<Record<string, string>>;
}

/** Index ticks: items are series, groups are types. */
export class IndexChannel implements Channel {
  readonly name = 'INDEX_TICKER';
  readonly fields = ['indexId', 'indexType', 'since', 'conflate', ...INDEX_NAMES] as const;
  readonly scopes: readonly Scope[] = ['read:index-ticker', 'read:LX'];
  readonly #versions: MarketVersions;
  readonly #tickers: IndexTickers;
  readonly #names: IndexNames;
  readonly #writer = new IndexPageWriter();
  /** Buffer for records before they are framed. */
  #room: Buffer = Buffer.allocUnsafeSlow(usualPageBytes(0));
  #batch: IndexBatch;

  /** `tickers` must be updated with every refresh before this channel. */
  constructor(versions: MarketVersions, tickers: IndexTickers) {
    this.#versions = versions;
    this.#tickers = tickers;
    this.#names = new IndexNames(versions, tickers);
    this.#batch = new IndexBatch(tickers.market, tickers.refresh);
  }

  get at(): Millis {
    return this.#batch.at;
  }

  publish(refresh: IndexRefresh): Batch {
    this.#batch = new IndexBatch(this.#versions.use(refresh.reference), refresh);
    return this.#batch;
  }

  resolve(fields: Fields, { scopes }: Grant): Target | Refusal {
    const { indexType, since } = fields;
    const asked = this.#asked(fields);
    if ('code' in asked) return asked;
    const { indexId, written } = asked;
    if (written === '' && indexType === undefined)
      return { code: '400', message: `indexId, indexType, ${INDEX_NAMES.join(', ')}: one is required` };
    if (since !== undefined && written === '') return { code: '400', message: 'since needs one index' };
    const ownType = indexId === undefined ? undefined : this.#versions.current.series.typeOf(indexId);
    const type = indexType ?? ownType;
    for (const wanted of [indexType, ownType]) {
      if (wanted && !scopes.has(TICKER_SCOPES[wanted]))
        return { code: '403', message: `this needs a token with scope ${TICKER_SCOPES[wanted]}` };
    }
    const key = `${written}${indexType ?? ''}`;
    if (type === undefined || (written !== '' && ownType !== type))
      return { code: '404', message: 'there is no such index', key };
    return indexId === undefined ? typeTarget(type) : this.#seriesTarget(type, { ...asked, indexId }, key);
  }

  /** The requested index, and how it was named: by id, by name, or neither. */
  #asked(fields: Fields): AskedIndex | Refusal {
    const given = INDEX_NAMES.filter((kind) => fields[kind] !== undefined);
    const [kind] = given;
    if (given.length + (fields.indexId === undefined ? 0 : 1) > 1)
      return { code: '400', message: `indexId, ${INDEX_NAMES.join(', ')}: only one may be given` };
    if (!kind) return { indexId: fields.indexId, written: fields.indexId ?? '', name: {} };
    const name = fields[kind] ?? '';
    const written = JSON.stringify({ [kind]: name });
    const bearers = this.#names.indicesNamed(kind, name);
    if (bearers.length > 1) {
      const message = `${kind} is ambiguous: use indexId with one of ${choiceText(bearers)}`;
      return { code: '400', message, key: `${written}${fields.indexType ?? ''}` };
    }
    return { indexId: bearers[0]?.series.indexId, written, name: { [kind]: name } };
  }

  #seriesTarget(
    indexType: IndexType,
    { indexId, name }: AskedIndex & { indexId: string },
    key: string,
  ): Target {
    const series = { indexType, indexId };
    const item = this.#versions.current.register.numbers.seriesItem(series) ?? -1;
    return { key, items: [item], echo: { indexType, indexId, ...name }, series };
  }

  scopeOf(group: number): Scope {
    return TICKER_SCOPES[indexTypeAt(group)];
  }

  groupOf(item: number): number {
    return INDEX_TYPES.indexOf(this.#seriesOf(item).indexType);
  }

  itemsOf(group: number): Iterable<number> {
    const { series, items } = this.#versions.current;
    return items.series.subarray(...series.rangeOf(indexTypeAt(group)));
  }

  currentOf(item: number): CurrentValue | undefined {
    const current = this.#batch.currentOf(item);
    if (current) return current;
    const past = this.#tickers.pastOf(this.#seriesOf(item), this.at - INDEX_WINDOW_MS);
    return past && { at: past.at, frame: recordFrame(openingOf(past.series), past.fragment) };
  }

  currentOfGroup(group: number): readonly Buffer[] {
    const past = this.#tickers
      .pastOfType(indexTypeAt(group), this.at - INDEX_WINDOW_MS)
      .map(({ series, fragment }) => recordFrame(openingOf(series), fragment));
    return [...this.#batch.piecesOf(group), ...past];
  }

  /**
   * Values of a series from history, as their original messages. Columns are newest first, frames oldest
   * first.
   */
  framesOf(series: SeriesId, columns: SeriesColumns, count: number): FrameTable {
    const records = this.#writer.records(series, columns, count, this.#room);
    this.#room = records.bytes;
    const rows = Uint32Array.from({ length: count }, (_, i) => count - 1 - i);
    const opening = openingOf(series);
    return FrameTable.of(records, rows, () => opening);
  }

  #seriesOf(item: number): SeriesId {
    return this.#versions.current.register.numbers.seriesOf(item);
  }
}

function typeTarget(indexType: IndexType): Target {
  return { key: indexType, group: INDEX_TYPES.indexOf(indexType), items: [], echo: { indexType } };
}

function openingOf({ indexId }: SeriesId): Buffer {
  return LX_OPENINGS.get(indexId) ?? OPENING;
}

/** The values of one slot. */
class IndexBatch implements Batch {
  readonly at: Millis;
  readonly #sheet: FrameTable;
  /** The item in each position of the sheet. */
  readonly #items: Uint32Array;
  /** Position of an item in the sheet, or -1. */
  readonly #positions: Int32Array;
  /** Start of each group in the sheet; one more entry ends the last. */
  readonly #bounds: readonly number[];
  readonly #pieces = new Map<number, readonly Buffer[]>();
  /** By position. Made once for all clients: a view costs more than copying the frame. */
  readonly #frames: (Buffer | undefined)[];

  constructor({ series: order, items, register }: ServedMarket, refresh: IndexRefresh) {
    const { series } = refresh;
    this.at = refresh.at;
    const rows = Uint32Array.from(series, (_number, row) => row);
    const lxFrom = order.rangeOf('LX')[0];
    this.#sheet = FrameTable.of(refresh, rows, (row) => {
      const number = series[row] ?? 0;
      return number < lxFrom ? OPENING : openingOf(order.series[number] as SeriesId);
    });
    this.#frames = Array.from({ length: series.length });
    this.#items = Uint32Array.from(series, (number) => items.series[number] ?? 0);
    this.#positions = new Int32Array(register.numbers.seriesCount).fill(-1);
    this.#items.forEach((item, row) => (this.#positions[item] = row));
    const starts = INDEX_TYPES.map((type) => order.rangeOf(type)[0]);
    const firstAtOrAfter = (number: number) => {
      const row = series.findIndex((candidate) => candidate >= number);
      return row < 0 ? series.length : row;
    };
    this.#bounds = [...starts.map(firstAtOrAfter), series.length];
  }

  frameOf(item: number): Buffer | undefined {
    const position = this.#positions[item] ?? -1;
    return position < 0 ? undefined : (this.#frames[position] ??= this.#sheet.frame(position));
  }

  messagesOf(item: number): readonly Buffer[] {
    const frame = this.frameOf(item);
    return frame ? [frame] : NOTHING;
  }

  currentOf(item: number): CurrentValue | undefined {
    const frame = this.frameOf(item);
    return frame && { at: this.at, frame };
  }

  piecesOf(group: number): readonly Buffer[] {
    let pieces = this.#pieces.get(group);
    if (!pieces) {
      pieces = this.#sheet.piecesOf(...this.#rangeOf(group));
      this.#pieces.set(group, pieces);
    }
    return pieces;
  }

  countOf(group: number): number {
    const [first, end] = this.#rangeOf(group);
    return end - first;
  }

  itemsOf(group: number): Iterable<number> {
    return this.#items.subarray(...this.#rangeOf(group));
  }

  #rangeOf(group: number): [number, number] {
    return [this.#bounds[group] ?? 0, this.#bounds[group + 1] ?? 0];
  }
}
