import type { Exchange } from '../../core/exchange.ts';
import { formatNumber } from '../../core/numbers/decimal.ts';
import { formatDatetime, HOUR_MS, hourOfTick, type Millis } from '../../core/time.ts';
import { asciiJson } from '../bytes/ascii-json.ts';
import { bpsText } from '../bytes/bps-text.ts';
import { contentTag } from '../bytes/content-tag.ts';
import { JsonRecordWriter } from '../bytes/json-record-writer.ts';
import type { ExchangeQualityColumns, QualityHour, QualityRefresh } from './quality-refresh.ts';

const BYTES_PER_RECORD = 3000;
const HOURS = 24;
const SHARE_UNITS = 1e6;

/** The counts of an hour, in order: accepted tickers, then one per reason. */
type Outcomes = readonly ['ACCEPTED', ...(readonly string[])];

/** Writes the contribution of each exchange as JSON, outside the serving thread. Complete hours are written once. */
export class ExchangeQualityWriter {
  readonly #outcomes: Outcomes;
  readonly #written = new WeakMap<QualityHour, readonly string[]>();

  constructor(outcomes: Outcomes) {
    this.#outcomes = outcomes;
  }

  /** `hours` are in the order of `exchanges`, like the columns. */
  write(
    at: Millis,
    exchanges: readonly Pick<Exchange, 'id' | 'name'>[],
    columns: ExchangeQualityColumns,
    hours: readonly QualityHour[],
  ): QualityRefresh['exchanges'] {
    const writer = new JsonRecordWriter(exchanges.length, BYTES_PER_RECORD);
    const timestamp = formatDatetime(at);
    const days = this.#lastHours(at, hours);
    exchanges.forEach(({ id, name }, exchange) => {
      const figures = figuresOf(columns, exchange);
      const hourObjects = days.map((texts) => (typeof texts === 'string' ? texts : texts[exchange])).join();
      writer.add(
        `{"exchangeId":"${id}","name":${asciiJson(name)},"timestamp":"${timestamp}",${figures},"hours":[${hourObjects}]}`,
      );
    });
    const { bytes, starts } = writer.finish();
    return { bytes, starts, tag: contentTag(bytes), ids: exchanges.map(({ id }) => id) };
  }

  /** Oldest first: a text for each exchange, or one for all exchanges in an hour without ticks. */
  #lastHours(at: Millis, hours: readonly QualityHour[]): (string | readonly string[])[] {
    const byStart = new Map(hours.map((hour) => [hour.startAt, hour]));
    const currentHour = hourOfTick(at);
    return Array.from({ length: HOURS }, (_, i) => {
      const startAt = currentHour - (HOURS - 1 - i) * HOUR_MS;
      const hour = byStart.get(startAt);
      return hour ? this.#textsOf(hour) : `${hourPrefix(startAt, 0)}"0","refusals":{}}`;
    });
  }

  #textsOf(hour: QualityHour): readonly string[] {
    let texts = this.#written.get(hour);
    if (!texts) this.#written.set(hour, (texts = hourTexts(hour, this.#outcomes)));
    return texts;
  }
}

function figuresOf(
  { listings, accepted, volumeShare, deviationBps }: ExchangeQualityColumns,
  exchange: number,
): string {
  const share = formatNumber(Math.round(volumeShare[exchange]! * SHARE_UNITS) / SHARE_UNITS);
  const deviation = bpsText(deviationBps[exchange]!);
  return (
    `"listings":"${listings[exchange]}","accepted":"${accepted[exchange]}","volumeShare":"${share}"` +
    (deviation === undefined ? '' : `,"medianDeviationBps":"${deviation}"`)
  );
}

function hourTexts({ startAt, ticks, counts }: QualityHour, outcomes: Outcomes): string[] {
  const opening = hourPrefix(startAt, ticks);
  return Array.from({ length: counts.length / outcomes.length }, (_, exchange) => {
    const first = exchange * outcomes.length;
    const refusals = outcomes.flatMap((reason, i) => {
      const count = counts[first + i]!;
      return i > 0 && count > 0 ? `"${reason}":"${count}"` : [];
    });
    return `${opening}"${counts[first]}","refusals":{${refusals.join()}}}`;
  });
}

function hourPrefix(startAt: Millis, ticks: number): string {
  return `{"startTimestamp":"${formatDatetime(startAt)}","ticks":"${ticks}","accepted":`;
}
