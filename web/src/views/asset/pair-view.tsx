import { useSignal } from '@preact/signals';
import type { Market } from '@tidemark/sdk';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../../address.ts';
import { useChartChoice, type ChartChoice } from '../../chart/chart-choice.ts';
import { ChartPanel } from '../../chart/chart-panel.tsx';
import { usePage } from '../../data/page-data.ts';
import { CHANGE_SPANS, pastPrices } from '../../data/past-prices.ts';
import { amountText, NOTHING } from '../../format/number.ts';
import { AnswerNote } from '../../parts/answer-note.tsx';
import { isMissing, NotFound } from '../../parts/not-found.tsx';
import { ReceiptPlace } from '../../parts/receipt-place.tsx';
import { useLastResponse } from '../../parts/use-last-response.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { useQuote } from '../../parts/use-quote.ts';
import type { ViewProps } from '../../views.ts';
import { findMarket } from './find-named.ts';
import { changeFact, Heading, type Fact } from './heading.tsx';
import { PairExchanges } from './pair-exchanges.tsx';
import './asset.css';

/** How often the past prices for the changes are reloaded. */
const CHANGES_MS = 300_000;

/** One market: its reference price, its chart, and its exchanges. */
export function View({ name }: ViewProps) {
  const { tidemark } = usePage();
  const market = useAnswer((signal) => findMarket(tidemark, name, signal), [tidemark, name]);
  const choice = useChartChoice();
  useEffect(() => {
    document.title = `${name} · Tidemark`;
  }, [name]);
  if (market.kind === 'failed' && isMissing(market.error))
    return (
      <NotFound
        text={`There is no market named "${name}".`}
        back={{ href: addressOf(''), title: 'All assets' }}
      />
    );
  if (market.kind !== 'there')
    return (
      <div class="sheet">
        <h1>{name}</h1>
        <AnswerNote answer={market} what={`The market ${name}`} />
      </div>
    );
  return <PairSheet key={market.value.id} market={market.value} choice={choice} />;
}

function PairSheet({ market, choice }: { market: Market; choice: ChartChoice }) {
  const { id, name, baseSymbol, quoteSymbol } = market;
  const { tidemark, board, session } = usePage();
  useEffect(() => board.use(), [board]);
  // The address may name it by its id.
  useEffect(() => {
    document.title = `${name} · Tidemark`;
  }, [name]);
  void board.rows.value;
  const quote = useQuote(id);
  const at = quote?.at;
  const areComing = useSignal(true);
  const past = useLastResponse(
    async (signal) => {
      const prices = at === undefined ? undefined : await pastPrices(tidemark, id, at, signal);
      areComing.value = prices?.includes('coming') ?? true;
      return prices;
    },
    [tidemark, id],
    // With each tick while the service is still filling them in.
    at === undefined ? undefined : areComing.value ? at : Math.floor(at / CHANGES_MS),
  );
  const changes = CHANGE_SPANS.map(({ title }, i) => {
    const before = past.value?.[i];
    const change = typeof before === 'number' && quote ? (quote.price / before - 1) * 100 : undefined;
    return changeFact(title, change, past.value === undefined || before === 'coming');
  });
  const facts: readonly Fact[] = [
    ...changes,
    ['Volume 24 h', quote ? `${amountText(quote.volume)} ${baseSymbol}` : NOTHING],
    ['In ' + quoteSymbol, quote ? amountText(quote.volume * quote.price) : NOTHING],
  ];
  return (
    <div class="sheet">
      <p class="crumbs">
        <a href={addressOf('asset', board.nameOf({ id: market.baseAssetId, symbol: baseSymbol }))}>
          All {baseSymbol} markets
        </a>
      </p>
      <Heading
        indexId={id}
        indexType="MWA"
        title={`${baseSymbol} / ${quoteSymbol}`}
        unit={quoteSymbol}
        quote={quote}
        facts={facts}
      />
      <ChartPanel indexId={id} title={name} choice={choice} />
      <ReceiptPlace indexId={id} indexType="MWA" title={name} />
      {session.isPublic ? (
        <section class="panel" aria-labelledby="exchanges-title">
          <h2 id="exchanges-title">Exchanges</h2>
          <p class="note">The tickers of each exchange are shown to clients that have signed in.</p>
        </section>
      ) : (
        <PairExchanges market={market} price={quote?.price} />
      )}
    </div>
  );
}
