import { expirationOf, type DerivativeContract, type DerivativeType } from '../../core/contract.ts';
import { Lru } from '../../core/lru.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import { expiredIn, type ContractBook, type ContractGroup } from '../../reference/contract-book.ts';
import { PreparedAnswer } from '../answers/prepared-answer.ts';
import { ContractGroupText } from '../bytes/contract-group-text.ts';
import { TimedAnswers, type TimedAnswer } from '../answers/timed-answer.ts';

export const CONTRACT_INCLUDES = ['ACTIVE', 'ALL', 'EXPIRED'] as const;
export type ContractInclude = (typeof CONTRACT_INCLUDES)[number];

export interface ContractFilter {
  readonly type: DerivativeType;
  readonly exchangeId: string;
  readonly marketId?: string | undefined;
  readonly include: ContractInclude;
}

/** With the contract that it was written from, whose terms may have changed since. */
interface PreparedContract {
  readonly contract: DerivativeContract;
  readonly answer: PreparedAnswer;
}

const MAX_KEPT_RECORDS = 10_000;
const MAX_KEPT_LISTS = 512;
const MAX_KEPT_BYTES = 64 * 2 ** 20;
const OPENING = Buffer.from('{"content":[');
const CLOSING = Buffer.from(']}');
const COMMA = Buffer.from(',');

/**
 * The contracts of a book as answers: by market, then by expiration, then by name. Each is serialised once,
 * so that an answer with thousands of them consists of a few copies of bytes.
 */
export class ContractAnswers {
  readonly #book: ContractBook;
  readonly #texts = new Map<string, ContractGroupText>();
  readonly #records = new Lru<string, PreparedContract>({ maxEntries: MAX_KEPT_RECORDS });
  readonly #lists = new TimedAnswers(MAX_KEPT_LISTS, MAX_KEPT_BYTES);
  #versionOfLists = 0;

  constructor(book: ContractBook) {
    this.#book = book;
  }

  /** Undefined if there is no such contract of this type. */
  one(type: DerivativeType, id: string): PreparedAnswer | undefined {
    const contract = this.#book.contract(id);
    if (contract?.type !== type) return undefined;
    const known = this.#records.get(id);
    if (known?.contract === contract) return known.answer;
    const answer = PreparedAnswer.ofJson(contractText(contract));
    this.#records.set(id, { contract, answer });
    return answer;
  }

  /**
   * Serialises the contracts of a list, one market per turn of the event loop. Undefined if all are
   * serialised already.
   */
  prepareList(filter: ContractFilter, nextTurn: () => Promise<void>): Promise<void> | undefined {
    const { type, exchangeId } = filter;
    const missing = this.#groupsOf(filter).filter(
      (group) => this.#texts.get(textKey(exchangeId, type, group))?.contracts !== group.contracts,
    );
    if (missing.length < 2) return undefined;
    return (async () => {
      for (const group of missing) {
        this.#textOf(exchangeId, type, group);
        await nextTurn();
      }
    })();
  }

  list(filter: ContractFilter, now: Millis): TimedAnswer {
    if (this.#versionOfLists !== this.#book.version) {
      this.#lists.clear();
      this.#versionOfLists = this.#book.version;
    }
    const { type, exchangeId, marketId, include } = filter;
    return this.#lists.find(`${type} ${exchangeId} ${marketId} ${include}`, now, () => {
      const groups = this.#groupsOf(filter);
      return {
        prepared: this.#listOf(filter, groups, now),
        until: Math.min(...groups.map((group) => nextExpiration(group, now))),
      };
    });
  }

  #groupsOf({ type, exchangeId, marketId }: ContractFilter): ContractGroup[] {
    return this.#book
      .groupsOf(exchangeId, type)
      .filter((group) => marketId === undefined || group.marketId === marketId);
  }

  #listOf(
    { type, exchangeId, include }: ContractFilter,
    groups: readonly ContractGroup[],
    now: Millis,
  ): PreparedAnswer {
    const parts = groups.flatMap((group) => {
      const expired = expiredIn(group, now);
      const from = include === 'ACTIVE' ? expired : 0;
      const to = include === 'EXPIRED' ? expired : group.contracts.length;
      return from === to ? [] : [COMMA, this.#textOf(exchangeId, type, group).slice(from, to)];
    });
    return new PreparedAnswer(Buffer.concat([OPENING, ...parts.slice(1), CLOSING]));
  }

  #textOf(exchangeId: string, type: DerivativeType, group: ContractGroup): ContractGroupText {
    const key = textKey(exchangeId, type, group);
    const known = this.#texts.get(key);
    if (known?.contracts === group.contracts) return known;
    const text = new ContractGroupText(group.contracts, contractText, known);
    this.#texts.set(key, text);
    return text;
  }
}

function textKey(exchangeId: string, type: DerivativeType, { marketId }: ContractGroup): string {
  return `${exchangeId} ${type} ${marketId}`;
}

function nextExpiration(group: ContractGroup, now: Millis): Millis {
  const next = group.contracts[expiredIn(group, now)];
  return next ? expirationOf(next) : Infinity;
}

function contractText(contract: DerivativeContract): string {
  const { id, exchangeId, marketId, exchangeName, settlementCurrency, contractValue, valueCurrency } =
    contract;
  return JSON.stringify({
    id,
    exchangeId,
    marketId,
    exchangeName,
    settlementCurrency,
    contractValue,
    valueCurrency,
    ...(contract.type === 'options'
      ? { optionType: contract.optionType, optionStrike: contract.optionStrike }
      : {}),
    ...(contract.type === 'perpetuals'
      ? {}
      : { listing: formatDatetime(contract.listing), expiration: formatDatetime(contract.expiration) }),
  });
}
