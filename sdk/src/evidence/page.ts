// What the page of evidence runs when it is opened: it computes the value again, and shows what comes out.
import type { IndexReceipt } from '../contract.ts';
import { verifyHead, type HeadVerdict } from '../verify/verify-head.ts';
import { verifyReceipt, type Verdict } from '../verify/verify-receipt.ts';
import type { Evidence } from './evidence.ts';
import { element, section, table, type Row } from './page-elements.ts';

const { receipt, head, keys } = JSON.parse(document.getElementById('evidence')!.textContent) as Evidence;
const page = document.getElementById('page')!;

function valueOf(said: IndexReceipt, verdict: Verdict): Node[] {
  const { name, market, asset, price, timestamp } = said;
  return [
    element('h1', `${name ?? market ?? asset ?? ''} · ${said.indexType} · ${timestamp}`),
    element('div', price, 'price'),
    verdictOf(verdict),
    ...(verdict.differences.length > 0 ? [section('What differs', differencesOf(verdict))] : []),
    section('The value', table([], factsOf(said))),
    ...linesOf(said),
  ];
}

function verdictOf({ isRight, isChecked, differences }: Verdict): HTMLElement {
  if (isRight) return element('div', 'computed here: equal', 'verdict right');
  if (!isChecked) return element('div', 'cannot be computed here: of a newer methodology', 'verdict doubt');
  return element('div', `computed here: different in ${differences.length} field(s)`, 'verdict wrong');
}

function differencesOf({ differences }: Verdict): HTMLElement {
  const rows = differences.map(({ field, said = '(absent)', computed = '(absent)' }) => [
    field,
    said,
    computed,
  ]);
  return table(['field', 'the receipt says', 'computed here'], rows);
}

function factsOf(said: IndexReceipt): Row[] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['price', said.price],
    ['volume', said.volume],
    ['volume in USD', said.volumeUsd],
    ['volume of the tick', said.tickVolume],
    ['flags', said.flags?.join(', ') || 'none'],
    ['median by volume', said.volumeMedian],
    ['median by exchanges', said.exchangeMedian],
    ['median by trust', said.trustMedian],
    ['reference', said.reference],
    ['implied by other markets', said.crossRate ?? said.impliedUsd],
    ['methodology', said.methodology],
    ['reference data', said.referenceVersion],
    ['record', said.recordHash],
    ['id of the index', said.indexId],
    ['id of the tick', said.id],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

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
  const lines = exchanges ?? constituents ?? markets ?? [];
  const title = indexType === 'GWA' ? 'Markets' : 'Who said what, and what it weighed';
  return [
    section(`${title} (${lines.length})`, rowsOf(columns, lines)),
    ...(refused.length > 0
      ? [section(`Refused (${refused.length})`, rowsOf(['reason', ...columns], refused))]
      : []),
  ];
}

function rowsOf(columns: readonly string[], lines: readonly object[]): HTMLElement {
  const rows = lines.map((line) => columns.map((name) => cellOf((line as Record<string, unknown>)[name])));
  return table(columns, rows);
}

function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return value === undefined ? '' : String(value);
}

function headOf(verdict: HeadVerdict | undefined): HTMLElement {
  const { slot = '', recordHash = '', keyId = '', signature = '' } = head ?? {};
  const isSame = slot === receipt.timestamp && recordHash === receipt.recordHash;
  const said = isSame
    ? 'the head is of this tick and names the same record'
    : slot === receipt.timestamp
      ? 'the head is of this tick and names ANOTHER record'
      : 'the head is of another tick: it covers this one only by the records in between';
  const box = element('div');
  box.append(
    element('p', signatureText(verdict), verdict?.isRight ? 'right' : verdict?.isChecked ? 'wrong' : 'doubt'),
    element('p', said, isSame ? 'right' : slot === receipt.timestamp ? 'wrong' : 'doubt'),
    table(
      [],
      [
        ['slot', slot],
        ['record', recordHash],
        ['key', keyId],
        ['signature', signature],
      ],
    ),
  );
  return box;
}

function signatureText(verdict: HeadVerdict | undefined): string {
  if (!verdict) return 'signature: cannot be checked here: the file holds no keys';
  if (verdict.isRight) return 'signature: good, by the key in this file';
  const how = verdict.isChecked ? 'signature: NOT good' : 'signature: cannot be checked here';
  return `${how}: ${verdict.because ?? ''}`;
}

function notes(): HTMLElement {
  const box = element('div');
  for (const text of [
    'This page computed the value again from the inputs in it, with the code of the service, on this machine and without a network. It shows that the value follows from these inputs by the published methodology.',
    'It does not show that exchanges said what is written here, nor what names and ids stand for. Weights and logarithms of a GWA and rates that other markets imply come from the solution over all markets and are taken as given.',
    'The signature binds the record of the tick, not this text: that the receipt belongs to the record is checked with tidemark verify on the data directory. Compare the key with one that you have from elsewhere, and make the page again with your own copy of the SDK where you do not trust its maker.',
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

page.replaceChildren(...valueOf(receipt, verifyReceipt(receipt)));
if (head) {
  const verdict = keys ? await verifyHead(head, keys) : undefined;
  page.append(section('The signed head', headOf(verdict)));
}
page.append(section('What this shows, and what it does not', notes()), original());
page.dataset['checked'] = 'done';
