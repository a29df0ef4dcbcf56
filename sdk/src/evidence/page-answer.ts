import { flagSentence } from '../explanations.ts';
import type { IndexReceipt } from '../contract.ts';
import type { Evidence } from './evidence.ts';
import { headIn, stateOf, type Part, type State } from './page-verdict.ts';

/** What the page begins with. */
export interface Answer {
  readonly state: State;
  /** The answer, with the price. */
  readonly headline: string;
  /** Sentences behind it: who signed, which flags the value has, what holds it back. */
  readonly sentences: readonly string[];
  /** What even a file in which everything holds does not prove. */
  readonly notProven: readonly string[];
}

const HEADLINES: Readonly<Record<State, string>> = {
  right: 'This price is proven',
  doubt: 'This price is only partly proven',
  wrong: 'This price is not proven',
};

const MARKETS: Readonly<Record<string, string>> = {
  simulator: ' in a simulated market',
  replay: ' in a replay of recorded tickers',
};

export function answerOf(given: Evidence, parts: readonly Part[]): Answer {
  const { receipt, url, source } = given;
  const state = stateOf(parts);
  const where =
    source === undefined
      ? ' (the file does not say whether the market was simulated)'
      : (MARKETS[source] ?? ` by data of the source ${source}`);
  const price = `${nameOf(receipt)} was ${grouped(receipt.price)} ${unitOf(receipt)} at ${instantText(receipt.timestamp)} UTC${where}`;
  const said = state === 'right' ? price : `the file says that ${price}`;
  return {
    state,
    headline: `${HEADLINES[state]}: ${said}.`,
    sentences: [
      ...missing(parts),
      ...signed(given, parts, url),
      ...(receipt.flags ?? []).map(
        (flag) => `The value is flagged ${flag}: ${flagSentence(flag, receipt.indexType) ?? ''}`,
      ),
    ],
    notProven: notProven(given),
  };
}

/** In the order of what matters most to the reader. */
function missing(parts: readonly Part[]): string[] {
  const named = (wanted: State) =>
    parts.filter(({ state }) => state === wanted).map(({ name }) => TITLES[name]);
  const [wrong, open] = [named('wrong'), named('doubt')];
  return [
    ...(wrong.length > 0 ? [`Does not hold: ${wrong.join(', ')}.`] : []),
    ...(open.length > 0 ? [`Not proven: ${open.join(', ')}.`] : []),
  ];
}

/** How the page calls what was checked. */
export const TITLES: Readonly<Record<Part['name'], string>> = {
  value: 'value',
  inputs: 'inputs',
  signature: 'signed head',
  record: 'record',
  day: 'day',
};

function signed(given: Evidence, parts: readonly Part[], url: string | undefined): string[] {
  const head = headIn(given);
  const isGood = parts.some(({ name, state }) => name === 'signature' && state === 'right');
  if (!head || !isGood) return [];
  const whose =
    url === undefined
      ? 'The file does not say which service it came from'
      : `The file says that it came from ${url}`;
  return [`Signed by the key ${head.keyId}. ${whose}.`];
}

function notProven({ receipt, url, source }: Evidence): string[] {
  const published =
    url === undefined
      ? 'a copy that you have from the operator'
      : `a copy that you have from the operator, or with ${url}/.well-known/tidemark-integrity.json`;
  return [
    'That the exchanges really reported these prices: the service signs what it received.',
    `Whose key it is: anyone can make such a file and sign it with a key of their own. Compare the key with ${published}.`,
    ...(source === undefined || MARKETS[source] === undefined
      ? ['That the market was not a simulated one: only the file itself says where its prices came from.']
      : []),
    'That the operator has not signed another history as well: compare the head with one that others have kept.',
    ...(receipt.indexType === 'GWA' || receipt.crossRate !== undefined || receipt.impliedUsd !== undefined
      ? [
          'That the solution over all markets is right: weights and implied rates that come from it are part of the signed record and are taken as given here.',
        ]
      : []),
    'That the code in this file is honest: if you do not trust who made the file, check the receipt in it with your own copy of the SDK.',
  ];
}

function nameOf({ name, market, asset }: IndexReceipt): string {
  return name ?? market ?? asset ?? 'the value';
}

function unitOf({ market }: IndexReceipt): string {
  const end = market?.indexOf('_') ?? -1;
  return market === undefined || end < 0 ? 'USD' : market.slice(end + 1);
}

/** Every digit, with the whole part in groups of three. */
function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  return whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
}

function instantText(timestamp: string): string {
  return timestamp.replace('T', ' ').replace(/(?:\.000)?Z$/, '');
}
