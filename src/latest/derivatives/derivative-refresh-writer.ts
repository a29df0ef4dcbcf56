import { expirationOf, type DerivativeContract, type DerivativeTick } from '../../core/contract.ts';
import { compareIds } from '../../core/ids/id-order.ts';
import { entityKey } from '../../core/ids/record-id.ts';
import { recordPrefix } from '../../core/ids/record-prefix.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import { compareContracts, haveSameTerms } from '../../reference/contract-book.ts';
import { isContract } from '../../reference/contract-record.ts';
import { contentTag } from '../bytes/content-tag.ts';
import type { DerivativeRefresh, TickerGroup } from './derivative-refresh.ts';
import { JsonRecordWriter } from '../bytes/json-record-writer.ts';
import { TICKER_LIFE_MS } from '../tickers/ticker-refresh.ts';

/** An active contract and its last ticker. */
interface Entry {
  readonly contract: DerivativeContract;
  readonly expiration: Millis;
  /**
   * The text from the record id's entity part up to the timestamp, the same for every ticker; written with
   * the first.
   */
  middle: string | undefined;
  tick: DerivativeTick | undefined;
  arrived: boolean;
  deliveredAt: Millis;
}

/** The time of a refresh, as in record ids and timestamps. */
interface Moment {
  readonly prefix: string;
  readonly text: string;
}

const BYTES_PER_TICKER = 520;

/**
 * Collects contracts and tickers of exchanges and writes each refresh as JSON, outside the serving thread.
 */
export class DerivativeRefreshWriter {
  readonly #entries = new Map<string, Entry>();
  #order: readonly Entry[] = [];
  #inOrder = true;
  #contracts: DerivativeContract[] = [];

  /** The latest terms win. A contract that cannot be stored is skipped with its tickers. */
  collectContracts(delivered: readonly DerivativeContract[]): void {
    for (const contract of delivered.filter(isContract)) {
      this.#contracts.push(contract);
      const known = this.#entries.get(contract.id);
      if (known && haveSameTerms(known.contract, contract)) continue;
      this.#entries.set(contract.id, known ? { ...known, contract, middle: undefined } : newEntry(contract));
      this.#inOrder = false;
    }
  }

  /** Tickers of contracts that were not delivered before are skipped; returns their number. */
  collect(ticks: readonly DerivativeTick[]): number {
    let unknown = 0;
    for (const tick of ticks) {
      const entry = this.#entries.get(tick.contractId);
      if (!entry) unknown++;
      else {
        entry.tick = tick;
        entry.arrived = true;
      }
    }
    return unknown;
  }

  /** Everything collected since the last call belongs to the refresh `at`. Expired contracts are left out. */
  publish(at: Millis): DerivativeRefresh {
    this.#forgetExpired(at);
    const served = this.#sortedEntries().filter((entry) => {
      if (entry.arrived) entry.deliveredAt = at;
      entry.arrived = false;
      return entry.tick !== undefined && at - entry.deliveredAt < TICKER_LIFE_MS;
    });
    const writer = new JsonRecordWriter(served.length, BYTES_PER_TICKER);
    const now = momentOf(at);
    for (const entry of served) {
      writer.add(render(entry, entry.deliveredAt === at ? now : momentOf(entry.deliveredAt)));
    }
    const { bytes, starts } = writer.finish();
    const contracts = this.#contracts;
    this.#contracts = [];
    return {
      at,
      tag: contentTag(bytes),
      contracts,
      bytes,
      starts,
      groups: groupsOf(served),
      contractIds: served.map(({ contract }) => contract.id),
      expirations: Float64Array.from(served, ({ expiration }) => expiration),
    };
  }

  #forgetExpired(at: Millis): void {
    for (const [id, { expiration }] of this.#entries) {
      if (expiration > at) continue;
      this.#entries.delete(id);
      this.#inOrder = false;
    }
  }

  #sortedEntries(): readonly Entry[] {
    if (!this.#inOrder) this.#order = [...this.#entries.values()].sort(compareEntries);
    this.#inOrder = true;
    return this.#order;
  }
}

function momentOf(at: Millis): Moment {
  return { prefix: recordPrefix('derivativeTicker', at), text: formatDatetime(at) };
}

function newEntry(contract: DerivativeContract): Entry {
  return {
    contract,
    expiration: expirationOf(contract),
    middle: undefined,
    tick: undefined,
    arrived: false,
    deliveredAt: -Infinity,
  };
}

function compareEntries({ contract: a }: Entry, { contract: b }: Entry): number {
  return (
    compareIds(a.exchangeId, b.exchangeId) ||
    compareIds(a.type, b.type) ||
    compareIds(a.marketId, b.marketId) ||
    compareContracts(a, b)
  );
}

function groupsOf(served: readonly Entry[]): TickerGroup[] {
  const groups: TickerGroup[] = [];
  for (let from = 0; from < served.length;) {
    const { exchangeId, type, marketId } = (served[from] as Entry).contract;
    let to = from + 1;
    while (isOfGroup(served[to]?.contract, exchangeId, type, marketId)) to++;
    groups.push({ exchangeId, type, marketId, from, to });
    from = to;
  }
  return groups;
}

function isOfGroup(
  contract: DerivativeContract | undefined,
  exchangeId: string,
  type: string,
  marketId: string,
): boolean {
  return contract?.marketId === marketId && contract.type === type && contract.exchangeId === exchangeId;
}

function render(entry: Entry, moment: Moment): string {
  const { price, volume, volumeUsd, ...others } = entry.tick as DerivativeTick;
  entry.middle ??= middleOf(entry.contract);
  return (
    `{"id":"${moment.prefix}${entry.middle}${moment.text}","price":"${price}","volume":"${volume}","volumeUsd":"${volumeUsd}"` +
    given('bid', others.bid) +
    given('ask', others.ask) +
    given('openInterest', others.openInterest) +
    given('openInterestUsd', others.openInterestUsd) +
    given('indexPrice', others.indexPrice) +
    given('markPrice', others.markPrice) +
    given('fundingRate', others.fundingRate) +
    '}'
  );
}

function middleOf({ id, exchangeId, marketId }: DerivativeContract): string {
  return `${entityKey(id)}","contractId":"${id}","exchangeId":"${exchangeId}","marketId":"${marketId}","timestamp":"`;
}

function given(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":"${value}"`;
}
