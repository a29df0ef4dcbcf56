// Runs when an evidence file is opened: recomputes the value, and shows the result first.
import type { IndexReceipt } from '../contract.ts';
import { flagSentence, refusalSentence } from '../explanations.ts';
import { textFault } from '../verify/text-fault.ts';
import { verifyReceipt, type Verdict } from '../verify/verify-receipt.ts';
import type { Evidence } from './evidence.ts';
import { evidenceFault } from './evidence-fault.ts';
import { cellOf, type Cell } from './page-cells.ts';
import { answerOf, TITLES, type Answer } from './page-answer.ts';
import { digitsButton, element, idOf, section, table, type Row } from './page-elements.ts';
import { headIn, partsOf, signatureIn, stateOf, type Part } from './page-verdict.ts';

const text = document.getElementById('evidence')!.textContent;
const page = document.getElementById('page')!;

function contentOf(given: Evidence, verdict: Verdict, parts: readonly Part[]): Node[] {
  const receipt = given.receipt;
  const answer = answerOf(given, parts);
  return [
    answerBox(answer),
    section('What was checked here', checkedOf(parts), ...hintsOf(parts)),
    section('What this does not prove', listOf(answer.notProven)),
    ...(verdict.differences.length > 0 ? [section('What differs', differencesOf(verdict))] : []),
    section('The value', digitsButton(page), table('The value', [], factsOf(receipt))),
    ...linesOf(receipt),
  ];
}

function answerBox({ state, headline, sentences, notProven }: Answer): HTMLElement {
  const box = element('div', '', `verdict ${state}`);
  const limits = element('p', 'What this does not prove: ', 'limits');
  const more = element('a', `${shortOf(notProven)}.`) as HTMLAnchorElement;
  more.href = `#${idOf('What this does not prove')}`;
  limits.append(more);
  box.append(element('h1', headline), ...sentences.map((text) => element('p', text)), limits);
  return box;
}

/** The first two of the list, up to the reason after the colon. */
function shortOf(texts: readonly string[]): string {
  return texts
    .slice(0, 2)
    .map((text) => text.slice(0, text.indexOf(':')))
    .map((text) => text.charAt(0).toLowerCase() + text.slice(1))
    .join('; ');
}

const MARKS = { right: '✓', wrong: '✗', doubt: '?' } as const;

function checkedOf(parts: readonly Part[]): HTMLElement {
  const list = element('ul', '', 'checked');
  for (const { name, state, said } of parts)
    list.append(element('li', `${MARKS[state]} ${TITLES[name]}: ${said}`, state));
  return list;
}

function listOf(texts: readonly string[]): HTMLElement {
  const list = element('ul');
  for (const text of texts) list.append(element('li', text));
  return list;
}

/** Advice for a file that failed a check. */
function hintsOf(parts: readonly Part[]): HTMLElement[] {
  if (stateOf(parts) !== 'wrong') return [];
  return [
    element(
      'p',
      'Either this file was altered after it was made, or the service sent something that does not follow from its own inputs or that it has not signed. Request the receipt of this tick again, by its id below. If the new receipt holds, this file was altered. If it does not, keep both and show them to the operator.',
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
  return table('What differs', ['Field', 'The receipt says', 'Recomputed'], rows);
}

function factsOf(receipt: IndexReceipt): Row[] {
  const rounded = (name: keyof IndexReceipt) =>
    receipt[name] === undefined ? undefined : cellOf(name, receipt[name]);
  const facts: readonly (readonly [string, Cell | string | undefined])[] = [
    ['Price', rounded('price')],
    ['Volume, 24 h', rounded('volume')],
    ['Volume in USD', rounded('volumeUsd')],
    ['Volume of the tick', rounded('tickVolume')],
    ['Flags', flagsText(receipt) || 'none'],
    ['Median by volume', rounded('volumeMedian')],
    ['Median by exchanges', rounded('exchangeMedian')],
    ['Median by trust', rounded('trustMedian')],
    ['Reference price', rounded('reference')],
    ['Implied by other markets', rounded('crossRate') ?? rounded('impliedUsd')],
    ['Methodology', receipt.methodology],
    ['Reference data', receipt.referenceVersion],
    ['Record', receipt.recordHash],
    ['Id of the index', receipt.indexId],
    ['Id of the tick', receipt.id],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

/** Each flag with the sentence that explains it. */
function flagsText({ flags = [], indexType }: IndexReceipt): string {
  return flags.map((flag) => `${flag}: ${flagSentence(flag, indexType) ?? 'a newer flag'}`).join(' ');
}

/** Titles of receipt fields. */
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
  ageMs: 'Age, ms',
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
  'ageMs',
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

const REPORTED = 'What each exchange reported, and its weight';

/** Columns for the lines of a receipt. */
const LINES: Readonly<Record<IndexReceipt['indexType'], { columns: readonly string[]; title: string }>> = {
  MWA: { columns: MWA, title: REPORTED },
  GWA: { columns: MARKET, title: 'Markets' },
  LX: { columns: LX, title: REPORTED },
};

const UNKNOWN_LINES = { columns: [], title: 'Inputs' };

function linesOf({ indexType, exchanges, markets, constituents, refused = [] }: IndexReceipt): HTMLElement[] {
  const { columns, title } = Object.hasOwn(LINES, indexType) ? LINES[indexType] : UNKNOWN_LINES;
  const lines: readonly Line[] = exchanges ?? constituents ?? markets ?? [];
  const heaviestFirst = lines.toSorted((a, b) => weightOf(b) - weightOf(a));
  return [
    section(`${title} (${lines.length})`, rowsOf(title, columns, heaviestFirst)),
    ...(refused.length > 0
      ? [
          section(
            `Refused (${refused.length})`,
            rowsOf('Refused', ['reason', ...columns], refused.map(explained)),
          ),
        ]
      : []),
  ];
}

/** Adds a sentence to the reason. */
function explained<L extends { readonly reason: string }>(line: L): L {
  const sentence = refusalSentence(line.reason);
  return sentence === undefined ? line : { ...line, reason: `${line.reason}: ${sentence}` };
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

function original({ receipt }: Evidence): HTMLElement {
  const details = element('details');
  details.append(
    element('summary', 'The receipt as the service sent it'),
    element('pre', JSON.stringify(receipt, null, 2)),
  );
  return details;
}

/** If the text is not valid evidence, nothing is shown: readers would differ on what it says. */
function refusal(fault: string): HTMLElement {
  const box = element('div', '', 'verdict wrong');
  box.append(element('h1', 'This file proves nothing'), element('p', `Its data cannot be used: ${fault}.`));
  return box;
}

async function showEvidence(given: Evidence): Promise<void> {
  const { receipt } = given;
  const head = headIn(given);
  const verdict = verifyReceipt(receipt);
  const parts = partsOf(given, verdict, await signatureIn(given));
  const signed = head ? [section('The signed head', headOf(head))] : [];
  page.replaceChildren(...contentOf(given, verdict, parts), ...signed, original(given));
}

/** Shows valid JSON, or the reason why it is refused. */
async function show(): Promise<void> {
  const given: unknown = JSON.parse(text);
  const fault = textFault(text) ?? evidenceFault(given);
  if (fault === undefined) await showEvidence(given as Evidence);
  else page.replaceChildren(refusal(fault));
}

try {
  await show();
} catch (error) {
  // Otherwise the page would still say that JavaScript is off.
  page.replaceChildren(refusal(String(error)));
}
page.dataset['checked'] = 'done';
