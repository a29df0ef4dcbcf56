import type { DerivativeTicker } from '@tidemark/sdk';
import { useMemo } from 'preact/hooks';
import { STALE_MS } from '../../data/live-store.ts';
import { usePage } from '../../data/page-data.ts';
import { messageOf } from '../../format/errors.ts';
import { isHeld } from '../../format/flags.ts';
import { amountText, countText, NOTHING } from '../../format/number.ts';
import { timeText } from '../../format/time.ts';
import { LastResponseNote } from '../../parts/last-response-note.tsx';
import { LivePrice } from '../../parts/live-price.tsx';
import { Facts, type Fact } from '../../parts/pane.tsx';
import { useFollowed } from '../../parts/use-followed.ts';
import { useLastResponse } from '../../parts/use-last-response.ts';
import type { ViewProps } from '../../views.ts';
import { loadContracts, loadTickers, underlyingsOf, type Listed, type Underlying } from './contract-book.ts';
import { contractRow, sumOf, type ContractRow, type Spot } from './contract-row.ts';
import { ContractsPane, CurvePane } from './curve-pane.tsx';
import { derivativeExchanges, type Venue } from './derivative-exchanges.ts';
import { FundingPane } from './funding-pane.tsx';
import { OptionsPane } from './options-pane.tsx';
import { UnderlyingChoice } from './underlying-choice.tsx';
import { useSettledTick } from './use-settled-tick.ts';
import './derivatives.css';

/** The default underlying. */
const FIRST = 'BTC';
/** Contracts are listed and expire a few times per day. */
const CONTRACTS_MS = 600_000;

/** Futures, perpetuals and options on one asset. */
export function View({ name }: ViewProps) {
  const { tidemark, reference, live } = usePage();
  const tick = useSettledTick();
  const contracts = useLastResponse(
    async (signal) => {
      const venues = derivativeExchanges(await reference.exchanges.get());
      const listed = await loadContracts(tidemark, venues, await reference.markets.get(), signal);
      return { venues, ...listed, underlyings: underlyingsOf(listed.values) };
    },
    [tidemark, reference],
    `${Math.floor(tick / CONTRACTS_MS)} ${live.reconnects.value}`,
  );
  const book = contracts.value;
  const wanted = name === '' ? FIRST : name;
  const chosen =
    book?.underlyings.find(({ symbol, assetId }) => symbol === wanted || assetId === wanted) ??
    (name === '' ? book?.underlyings[0] : undefined);
  return (
    <div class="leaf derivatives">
      <div class="leaf-top">
        <h1>Derivatives</h1>
        {book && <UnderlyingChoice underlyings={book.underlyings} chosen={chosen} />}
      </div>
      <LastResponseNote kept={contracts} what="The contracts" />
      {book?.failed.map(({ of, error }) => (
        <Missing key={of} of={of} error={error} />
      ))}
      {book && !chosen && (
        <p class="note" role="status">
          {book.underlyings.length === 0 ? 'The service has no contracts.' : `No contract is on ${wanted}.`}
        </p>
      )}
      {book && chosen && (
        <OnAsset key={chosen.assetId} underlying={chosen} venues={book.venues} tick={tick} />
      )}
    </div>
  );
}

function Missing({ of, error }: { of: string; error: unknown }) {
  return (
    <p class="pane-old" role="alert">
      The {of} are missing: {messageOf(error)}.
    </p>
  );
}

interface OnAssetProps {
  readonly underlying: Underlying;
  readonly venues: readonly Venue[];
  readonly tick: number;
}

function OnAsset({ underlying, venues, tick }: OnAssetProps) {
  const { tidemark } = usePage();
  const { assetId, symbol, contracts } = underlying;
  const spotOf = useSpots(underlying);
  const kept = useLastResponse(
    (signal) => loadTickers(tidemark, contracts, signal),
    [tidemark, assetId],
    tick,
  );
  const knownSpots = contracts.filter((each) => spotOf(each)).length;
  // Updated when tickers arrive, so that they are shown with the spot price of the same tick.
  const rows = useMemo(
    () => rowsOf(contracts, kept.value?.values ?? [], spotOf, tick),
    [contracts, kept.value, kept.error, knownSpots],
  );
  const drawn = useMemo(() => <Linear symbol={symbol} assetId={assetId} rows={rows} />, [rows]);
  return (
    <>
      <LastResponseNote kept={kept} what="The tickers" />
      {kept.value?.failed.map(({ of, error }) => (
        <Missing key={of} of={of} error={error} />
      ))}
      {kept.value && drawn}
      <OptionsPane assetId={assetId} symbol={symbol} venues={venues} tick={tick} />
    </>
  );
}

function rowsOf(
  contracts: readonly Listed[],
  tickers: readonly DerivativeTicker[],
  spotOf: (of: Listed) => Spot | undefined,
  tick: number,
): ContractRow[] {
  const byContract = new Map(tickers.map((ticker) => [ticker.contractId, ticker]));
  const newest = Math.max(tick, ...tickers.map(({ timestamp }) => Date.parse(timestamp)));
  const moment = { newest, staleBefore: newest - STALE_MS };
  return contracts.map((each) => contractRow(each, byContract.get(each.contract.id), spotOf(each), moment));
}

interface LinearProps {
  readonly symbol: string;
  readonly assetId: string;
  readonly rows: readonly ContractRow[];
}

/** Futures and perpetuals. */
function Linear({ symbol, assetId, rows }: LinearProps) {
  const [perpetuals, futures] = [ofType(rows, 'perpetuals'), ofType(rows, 'futures')];
  return (
    <>
      <Facts facts={factsOf(assetId, perpetuals, futures, sharedTime(rows))} />
      <div class="leaf-pair">
        <CurvePane symbol={symbol} perpetuals={perpetuals} futures={futures} />
        <FundingPane symbol={symbol} rows={perpetuals} />
      </div>
      <ContractsPane symbol={symbol} perpetuals={perpetuals} futures={futures} />
    </>
  );
}

const ofType = (rows: readonly ContractRow[], type: ContractRow['type']) =>
  rows.filter((row) => row.type === type);

function sharedTime(rows: readonly ContractRow[]): number | undefined {
  const times = rows.flatMap(({ at }) => at ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

function factsOf(
  assetId: string,
  perpetuals: readonly ContractRow[],
  futures: readonly ContractRow[],
  at: number | undefined,
): Fact[] {
  const usd = (value: number | undefined) => (value === undefined ? NOTHING : `$${amountText(value)}`);
  const sum = (rows: readonly ContractRow[], of: (row: ContractRow) => number | undefined) =>
    usd(sumOf(rows.map(of)));
  return [
    {
      title: 'Reference, USD',
      value: <LivePrice indexId={assetId} />,
      about: 'The GWA of the asset, live',
    },
    { title: 'Open in perpetuals', value: sum(perpetuals, ({ openInterestUsd }) => openInterestUsd) },
    { title: 'Open in futures', value: sum(futures, ({ openInterestUsd }) => openInterestUsd) },
    {
      title: 'Volume, 24 h',
      value: sum([...perpetuals, ...futures], ({ volumeUsd }) => volumeUsd),
      about: 'Of perpetuals and futures',
    },
    { title: 'Contracts', value: countText(perpetuals.length + futures.length) },
    { title: 'Collected', value: at === undefined ? NOTHING : `${timeText(at)} UTC` },
  ];
}

/**
 * The spot reference of a contract: the MWA of its market, or the quotient of the two GWA if no accepted
 * exchange lists the market.
 */
function useSpots({ assetId, contracts }: Underlying): (of: Listed) => Spot | undefined {
  const { live } = usePage();
  useFollowed([...new Set([assetId, ...contracts.map(({ market }) => market.id)])]);
  const quote = (indexId: string): Spot | undefined => {
    const known = live.quote(indexId);
    return known && { price: known.price, isPale: live.isStale(known) || isHeld(known.flags) };
  };
  return ({ market }) => {
    const own = quote(market.id);
    if (own) return own;
    const [base, other] = [quote(market.baseAssetId), quote(market.quoteAssetId)];
    return base && other && { price: base.price / other.price, isPale: base.isPale || other.isPale };
  };
}
