import type { DerivativeContract, Market, Tidemark } from '@tidemark/sdk';
import { useMemo, useState } from 'preact/hooks';
import { STALE_MS } from '../../data/live-store.ts';
import { usePage } from '../../data/page-data.ts';
import { messageOf } from '../../format/errors.ts';
import { countText, NOTHING, priceText } from '../../format/number.ts';
import { timeText } from '../../format/time.ts';
import { LastResponseNote } from '../../parts/last-response-note.tsx';
import { Facts, Pane } from '../../parts/pane.tsx';
import { useLastResponse } from '../../parts/use-last-response.ts';
import { ChainTable } from './chain-table.tsx';
import type { Venue } from './derivative-exchanges.ts';
import { chainOf, type Chain, type Expiry } from './option-chain.ts';
import { dayText, percent } from './percent.ts';
import { settled } from './settled.ts';
import { SmilePicture } from './smile-picture.tsx';

/** Options of one exchange on one market. */
interface Series {
  readonly venue: Venue;
  readonly market: Market;
  readonly contracts: readonly DerivativeContract[];
}

/** Options are quoted in dollars or dollar tokens. */
const QUOTES: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);
const SERIES_MS = 600_000;

interface OptionsProps {
  readonly assetId: string;
  readonly symbol: string;
  readonly venues: readonly Venue[];
  readonly tick: number;
}

/** The options on an asset, one exchange and market at a time. */
export function OptionsPane({ assetId, symbol, venues, tick }: OptionsProps) {
  const { tidemark, reference, live } = usePage();
  const [wanted, setWanted] = useState<string>();
  const kept = useLastResponse(
    async (signal) => {
      const markets = marketsOf(await reference.markets.get(), assetId);
      return loadSeries(tidemark, venues, markets, signal);
    },
    [tidemark, reference, assetId],
    `${Math.floor(tick / SERIES_MS)} ${live.reconnects.value}`,
  );
  const all = kept.value?.values.filter(({ contracts }) => contracts.length > 0);
  const largest = all?.toSorted((a, b) => b.contracts.length - a.contracts.length)[0];
  const chosen = all?.find((each) => keyOf(each) === wanted) ?? largest;
  return (
    <Pane
      title="Options"
      about={all && all.length > 0 && `${countText(countOf(all))} on ${symbol}`}
      tools={
        all &&
        chosen && (
          <select
            class="field"
            aria-label="Exchange and market of the options"
            value={keyOf(chosen)}
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          >
            {all.map((each) => (
              <option key={keyOf(each)} value={keyOf(each)}>
                {each.venue.name} {each.market.name} ({each.contracts.length})
              </option>
            ))}
          </select>
        )
      }
    >
      <LastResponseNote kept={kept} what="The options" />
      {kept.value?.failed.map(({ of, error }) => (
        <p class="pane-old" role="alert" key={of}>
          Those of {of} are missing: {messageOf(error)}.
        </p>
      ))}
      {all?.length === 0 && <p class="note">No exchange has options on {symbol}.</p>}
      {chosen && <ChainOf key={keyOf(chosen)} series={chosen} tick={tick} />}
    </Pane>
  );
}

const keyOf = ({ venue, market }: Series) => `${venue.id} ${market.id}`;
const countOf = (all: readonly Series[]) => all.reduce((sum, { contracts }) => sum + contracts.length, 0);
const marketsOf = (markets: readonly Market[], assetId: string) =>
  markets.filter((market) => market.baseAssetId === assetId && QUOTES.has(market.quoteSymbol));

function loadSeries(
  tidemark: Tidemark,
  venues: readonly Venue[],
  markets: readonly Market[],
  signal: AbortSignal,
) {
  const asked = venues.flatMap((venue) => markets.map((market) => ({ venue, market })));
  return settled(
    asked,
    ({ venue, market }) => `${venue.name} ${market.name}`,
    async ({ venue, market }): Promise<Series> => {
      const query = { derivativeType: 'options', exchangeId: venue.id, marketId: market.id } as const;
      const { content } = await tidemark.read('listDerivativeContracts', query, { signal });
      return { venue, market, contracts: content };
    },
  );
}

function ChainOf({ series, tick }: { series: Series; tick: number }) {
  const { tidemark } = usePage();
  const { venue, market, contracts } = series;
  const [wanted, setWanted] = useState<number>();
  const kept = useLastResponse(
    async (signal) => {
      const query = { derivativeType: 'options', exchangeId: venue.id, marketId: market.id } as const;
      return (await tidemark.read('listDerivativeTickers', query, { signal })).content;
    },
    [tidemark, venue.id, market.id],
    tick,
  );
  // Hundreds of volatilities: not recomputed for every redraw of the view.
  const chain = useMemo(
    () => kept.value && chainOf(contracts, kept.value, { newest: tick, staleBefore: tick - STALE_MS }),
    [contracts, kept.value, kept.error],
  );
  const chosen = chain && (chain.expiries.find(({ expiration }) => expiration === wanted) ?? usualOf(chain));
  const table = useMemo(() => {
    if (!chosen) return null;
    const label = `Options of ${venue.name} on ${market.name}, ${dayText(chosen.expiration)}`;
    return <ChainTable expiry={chosen} label={label} />;
  }, [chosen, venue, market]);
  if (!chain) return <LastResponseNote kept={kept} what="The prices of the options" />;
  if (!chosen) return <p class="note">All of them have expired.</p>;
  return (
    <>
      <LastResponseNote kept={kept} what="The prices of the options" />
      <div class="derivatives-expiries choices" role="group" aria-label="Expiry">
        {chain.expiries.map((each) => (
          <button
            key={each.expiration}
            aria-pressed={each === chosen}
            onClick={() => setWanted(each.expiration)}
          >
            {dayText(each.expiration)}
          </button>
        ))}
      </div>
      <div class="derivatives-options">
        <div>
          <div class="derivatives-about">
            <Facts facts={factsOf(chain, chosen, market)} />
          </div>
          <SmilePicture chain={chain} chosen={chosen} />
          <p class="pane-say">
            The service has no volatilities. IV is computed in this page by the formula of Black (1976)
            without interest, from the mark price, the strike and the time to expiry as served; the forward
            follows from put-call parity of the marks nearest to the money. If a mark is too coarse, no IV is
            shown.
          </p>
        </div>
        {table}
      </div>
    </>
  );
}

/** Neither about to expire nor years away. */
const USUAL_DAYS = 20;

function usualOf({ expiries }: Chain): Expiry | undefined {
  return expiries.find(({ days }) => (days ?? 0) > USUAL_DAYS) ?? expiries.at(-1);
}

function factsOf({ pricedIn, at }: Chain, { forward, atTheMoney, days }: Expiry, market: Market) {
  const unit = { base: market.baseSymbol, quote: market.quoteSymbol };
  return [
    {
      title: 'Prices in',
      value: pricedIn ? unit[pricedIn] : NOTHING,
      about: 'Derived from options in the money',
    },
    { title: 'Forward', value: priceText(forward), about: 'By put-call parity of the marks' },
    { title: 'IV at the money', value: percent(atTheMoney, 1), about: 'Computed here from the mark' },
    { title: 'Expires in', value: days === undefined ? NOTHING : `${days.toFixed(1)} d` },
    { title: 'Collected', value: at === undefined ? NOTHING : `${timeText(at)} UTC` },
  ];
}
