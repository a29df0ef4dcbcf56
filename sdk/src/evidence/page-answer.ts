import { flagSentence } from '../explanations.ts';
import type { IndexReceipt } from '../contract.ts';
import type { Evidence } from './evidence.ts';
import { headIn, stateOf, type Part, type State } from './page-verdict.ts';

/** The summary at the top of the page. */
export interface Answer {
  readonly state: State;
  /** The result, with the price. */
  readonly headline: string;
  /** Further sentences: who signed, the flags of the value, what failed. */
  readonly sentences: readonly string[];
  /** What even a fully verified file does not prove. */
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

const MAX_NAME = 40;
const ADDRESS = /^https?:\/\/[\w.:[\]/~%-]{1,200}$/;

export function answerOf(given: Evidence, parts: readonly Part[]): Answer {
  const { receipt } = given;
  const state = stateOf(parts);
  const price = `${nameOf(receipt)} was ${grouped(receipt.price)} ${unitOf(receipt)} at ${instantText(receipt.timestamp)} UTC${whereOf(given)}`;
  const statement = state === 'right' ? price : `the file says that ${price}`;
  return {
    state,
    headline: `${HEADLINES[state]}: ${statement}.`,
    sentences: [
      ...missing(parts),
      ...signed(given, parts),
      ...unsignedSource(given),
      ...(receipt.flags ?? []).map(
        (flag) => `The value is flagged ${flag}: ${flagSentence(flag, receipt.indexType) ?? ''}`,
      ),
    ],
    notProven: notProven(given),
  };
}

/** The headline contains no text that a forger could choose: only known source names are shown. */
function whereOf({ source }: Evidence): string {
  if (source === undefined) return ' (the file does not say whether the market was simulated)';
  return marketOf(source) ?? ' (the file names a source that is not known here)';
}

function marketOf(source: string | undefined): string | undefined {
  return source !== undefined && Object.hasOwn(MARKETS, source) ? MARKETS[source] : undefined;
}

function unsignedSource({ source }: Evidence): string[] {
  if (source === undefined || marketOf(source) !== undefined) return [];
  return [`Not signed: the file gives ${quoted(source)} as the source of its data.`];
}

/** Unsigned text: in quotes that it cannot close, and limited in length. */
function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text);
}

/** Unsigned. Undefined if it is not a URL. */
function addressIn({ url }: Evidence): string | undefined {
  return url !== undefined && ADDRESS.test(url) ? url : undefined;
}

/** Most important first. */
function missing(parts: readonly Part[]): string[] {
  const named = (wanted: State) =>
    parts.filter(({ state }) => state === wanted).map(({ name }) => TITLES[name]);
  const [wrong, open] = [named('wrong'), named('doubt')];
  return [
    ...(wrong.length > 0 ? [`Failed: ${wrong.join(', ')}.`] : []),
    ...(open.length > 0 ? [`Not proven: ${open.join(', ')}.`] : []),
  ];
}

/** Titles of the checks on the page. */
export const TITLES: Readonly<Record<Part['name'], string>> = {
  value: 'value',
  inputs: 'inputs',
  signature: 'signed head',
  record: 'record',
  day: 'day',
};

function signed(given: Evidence, parts: readonly Part[]): string[] {
  const url = addressIn(given);
  const head = headIn(given);
  const isGood = parts.some(({ name, state }) => name === 'signature' && state === 'right');
  if (!head || !isGood) return [];
  const whose =
    url === undefined
      ? 'The file does not say which service it came from'
      : `The file says that it came from ${url}`;
  return [`Signed by the key ${head.keyId}. ${whose}.`];
}

function notProven(given: Evidence): string[] {
  const { receipt, source } = given;
  const url = addressIn(given);
  const published =
    url === undefined
      ? 'a copy that you have from the operator'
      : `a copy that you have from the operator, or with ${url}/.well-known/tidemark-integrity.json`;
  return [
    'That the exchanges really reported these prices: the service signs what it received.',
    `Whose key it is: anyone can make such a file and sign it with a key of their own. Compare the key with ${published}.`,
    ...(marketOf(source) === undefined
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

/** All digits, with the whole part in groups of three. */
function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  return whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
}

function instantText(timestamp: string): string {
  return timestamp.replace('T', ' ').replace(/(?:\.000)?Z$/, '');
}
