import { WellKnown } from '../../../reference/well-known/well-known.ts';
import { ccxtSurvey } from '../ccxt/ccxt-catalogue.ts';
import { DEFAULT_EXCHANGES, NOT_IN_ALL } from './default-exchanges.ts';
import { profileOf } from './exchange-profiles.ts';
import { allExchanges } from './spot-exchanges.ts';

/** The page about the exchanges read by default and with `--exchanges all`, in Markdown. */
export async function exchangeListPage(): Promise<string> {
  const wellKnown = new WellKnown();
  const ways = new Map((await ccxtSurvey()).map(({ key, readability }) => [key, readability.how]));
  const defaults = DEFAULT_EXCHANGES.map(({ key, reason }) => {
    const { name, tier } = profileOf(key, wellKnown);
    return [code(key), name, tier, ways.get(key) ?? '', reason];
  });
  const inTierA = defaults.filter(([, , tier]) => tier === 'A').length;
  const left = Object.entries(NOT_IN_ALL).map(([key, reason]) => [code(key), reason]);
  const more = allExchanges().filter((key) => !DEFAULT_EXCHANGES.some((each) => each.key === key));
  return [
    '# Which exchanges are read',
    '`npm run docs` writes this page from `src/sources/live/settings/default-exchanges.ts`.',
    '## By default',
    `${defaults.length} exchanges, ${inTierA} of them of [tier A](../trust/tiers.md): all of tier A whose spot order books ccxt can read without a key, then the largest others. Each order book is there once. Deribit and BitMEX are read for [derivatives](../run/live-derivatives.md); CME, GMO Coin, itBit, LedgerX and LMAX Digital are of tier A and are not in ccxt, and neither is HashKey Exchange (\`hashkey\` is HashKey Global).`,
    table(['key', 'exchange', 'tier', 'tickers', 'why'], defaults),
    'Tickers come `at once`, `in chunks` or `one by one` ([more](../run/live-exchanges.md#choose-exchanges)).',
    '## With `--exchanges all`',
    `${allExchanges().length} exchanges: every exchange of ccxt that has its own order book and spot tickers that can be read without a key. Besides those above: ${more.map(code).join(', ')}.`,
    'Left out, because their prices would count twice:',
    table(['key', 'why'], left),
    'If you know that a regional site has an order book of its own, name it in `--exchanges`.',
  ]
    .join('\n\n')
    .concat('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
