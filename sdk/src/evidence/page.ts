// What the page of evidence runs when it is opened: it computes the value again, and shows what comes out.
import type { IndexReceipt } from '../contract.ts';
import { verifyHead } from '../verify/verify-head.ts';
import { verifyReceipt, type Verdict } from '../verify/verify-receipt.ts';
import type { Evidence } from './evidence.ts';
import { cellOf, type Cell } from './page-cells.ts';
import { digitsButton, element, section, table, type Row } from './page-elements.ts';
import { headIn, headlineOf, partsOf, stateOf, type Part } from './page-verdict.ts';

const given = JSON.parse(document.getElementById('evidence')!.textContent) as Evidence;
const { receipt, keys } = given;
const head = headIn(given);
const page = document.getElementById('page')!;

function valueOf(said: IndexReceipt, verdict: Verdict, parts: readonly Part[]): Node[] {
  const { name, market, asset, price, timestamp } = said;
  return [
    ...originOf(given),
    element('h1', `${name ?? market ?? asset ?? ''} · ${said.indexType} · ${timestamp}`),
    element('div', price, 'price'),
    verdictOf(parts),
    ...hintsOf(parts),
    digitsButton(page),
    ...(verdict.differences.length > 0 ? [section('What differs', differencesOf(verdict))] : []),
    section('The value', table('The value', [], factsOf(said))),
    ...linesOf(said),
  ];
}

/** Where it came from, and that it is not of a real market where it is not. */
function originOf({ url, source }: Evidence): HTMLElement[] {
  const kinds: Readonly<Record<string, string>> = {
    simulator: 'Simulated: these prices are of a simulated market, not of exchanges.',
    replay: 'Replayed: these prices are computed from a recording, not from exchanges at that time.',
  };
  const notice = source === undefined ? [] : [element('p', kinds[source] ?? `Source: ${source}`, 'source')];
  const from = url === undefined ? 'The file does not say which service it came from.' : `Service: ${url}`;
  return [...notice, element('p', from, 'note')];
}

const MARKS = { right: '✓', wrong: '✗', doubt: '?' } as const;

function verdictOf(parts: readonly Part[]): HTMLElement {
  const box = element('div', '', `verdict ${stateOf(parts)}`);
  const list = element('ul');
  for (const { name, state, said } of parts)
    list.append(element('li', `${MARKS[state]} ${name}: ${said}`, state));
  box.append(element('strong', headlineOf(parts)), list);
  return box;
}

/** What to make of a file in which something does not hold. */
function hintsOf(parts: readonly Part[]): HTMLElement[] {
  if (stateOf(parts) !== 'wrong') return [];
  return [
    element(
      'p',
      'Either this file was altered after it was made, or the service gave out something that does not follow from its own inputs or that it has not signed. Ask the service again for the receipt of this tick, by its id below: where the new receipt holds, this file was altered; where it does not, keep both and show them to the operator.',
      'note',
    ),
  ];
}

function differencesOf({ differences }: Verdict): HTMLElement {
  const rows = differences.map(({ field, said = '(absent)', computed = '(absent)' }) => [
    field,
    said,
    computed,
  ]);
  return table('What differs', ['Field', 'The receipt says', 'Computed here'], rows);
}

function factsOf(said: IndexReceipt): Row[] {
  const rounded = (name: keyof IndexReceipt) =>
    said[name] === undefined ? undefined : cellOf(name, said[name]);
  const facts: readonly (readonly [string, Cell | string | undefined])[] = [
    ['Price', rounded('price')],
    ['Volume, 24 h', rounded('volume')],
    ['Volume in USD', rounded('volumeUsd')],
    ['Volume of the tick', rounded('tickVolume')],
    ['Flags', said.flags?.join(', ') || 'none'],
    ['Median by volume', rounded('volumeMedian')],
    ['Median by exchanges', rounded('exchangeMedian')],
    ['Median by trust', rounded('trustMedian')],
    ['Reference price', rounded('reference')],
    ['Implied by other markets', rounded('crossRate') ?? rounded('impliedUsd')],
    ['Methodology', said.methodology],
    ['Reference data', said.referenceVersion],
    ['Record', said.recordHash],
    ['Id of the index', said.indexId],
    ['Id of the tick', said.id],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

/** Fields of the lines of a receipt, as people call them. */
const WORDS: Readonly<Record<string, string>> = {
  reason: 'Refused because',
  exchange: 'Exchange',
  tier: 'Tier',
  last: 'Last price',
  bid: 'Bid',
  ask: 'Ask',
  reportedVolume: 'Volume reported',
  believedVolume: 'Volume believed',
  ticksSinceChange: 'Ticks unchanged',
  price: 'Price used',
  weight: 'Weight',
  share: 'Share',
  clamped: 'Clamped',
  market: 'Market',
  source: 'Source',
  quoteUsd: 'Quote in USD',
  side: 'Side',
  otherAsset: 'Other asset',
  rate: 'Rate',
  volume: 'Volume, 24 h',
  flags: 'Flags',
  impliedUsd: 'Implied price in USD',
  residualBps: 'Distance in bps',
};

const TICKER = [
  'exchange',
  'tier',
  'last',
  'bid',
  'ask',
  'reportedVolume',
  'believedVolume',
  'ticksSinceChange',
];
const MWA = [...TICKER, 'price', 'weight', 'share', 'clamped'];
const LX = [...TICKER, 'market', 'source', 'quoteUsd', 'price', 'share'];
const MARKET = [
  'market',
  'side',
  'otherAsset',
  'rate',
  'volume',
  'flags',
  'weight',
  'share',
  'impliedUsd',
  'residualBps',
];

function linesOf({ indexType, exchanges, markets, constituents, refused = [] }: IndexReceipt): HTMLElement[] {
  const columns = indexType === 'MWA' ? MWA : indexType === 'LX' ? LX : MARKET;
  const lines: readonly Line[] = exchanges ?? constituents ?? markets ?? [];
  const heaviestFirst = lines.toSorted((a, b) => weightOf(b) - weightOf(a));
  const title = indexType === 'GWA' ? 'Markets' : 'Who said what, and what it weighed';
  return [
    section(`${title} (${lines.length})`, rowsOf(title, columns, heaviestFirst)),
    ...(refused.length > 0
      ? [section(`Refused (${refused.length})`, rowsOf('Refused', ['reason', ...columns], refused))]
      : []),
  ];
}

interface Line {
  readonly weight?: string;
  readonly share?: string;
}

function weightOf({ share, weight }: Line): number {
  return Number(share ?? weight) || 0;
}

function rowsOf(title: string, columns: readonly string[], lines: readonly object[]): HTMLElement {
  const rows = lines.map((line) =>
    columns.map((name) => cellOf(name, (line as Record<string, unknown>)[name])),
  );
  return table(
    title,
    columns.map((name) => WORDS[name] ?? name),
    rows,
  );
}

function headOf({ slot, recordHash, keyId, signature }: NonNullable<Evidence['head']>): HTMLElement {
  const rows = [
    ['Tick', slot],
    ['Record', recordHash],
    ['Key', keyId],
    ['Signature', signature],
  ];
  return table('The signed head', [], rows);
}

function notes(): HTMLElement {
  const box = element('div');
  for (const text of [
    'This page computed the value again from the inputs in it, with the code of the service, on this machine and without a network. It shows that the value follows from these inputs by the published methodology.',
    'It does not show that exchanges said what is written here, nor what names and ids stand for. Weights and logarithms of a GWA and rates that other markets imply come from the solution over all markets and are taken as given.',
    receipt.proof === undefined
      ? 'The signature binds the record of the tick, not this text: that the receipt belongs to the record is checked with tidemark verify on the data directory.'
      : 'The proof in this file leads from the value and from every input to the record of the tick, and from there to the signed head: with any of them altered, it leads elsewhere.',
    'Compare the key with one that you have from elsewhere: whoever makes a file can sign it with a key of his own. Make the page again with your own copy of the SDK where you do not trust its maker.',
  ])
    box.append(element('p', text, 'note'));
  return box;
}

function original(): HTMLElement {
  const details = element('details');
  details.append(
    element('summary', 'The receipt as it was served'),
    element('pre', JSON.stringify(receipt, null, 2)),
  );
  return details;
}

const verdict = verifyReceipt(receipt);
const parts = partsOf(given, verdict, head && keys ? await verifyHead(head, keys) : undefined);
page.replaceChildren(...valueOf(receipt, verdict, parts));
if (head) page.append(section('The signed head', headOf(head)));
page.append(section('What this shows, and what it does not', notes()), original());
page.dataset['checked'] = 'done';
