import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf } from '../../address.ts';
import { usePage } from '../../data/page-data.ts';
import { flagsAmong, flagTitles } from '../../format/flags.ts';
import { messageOf } from '../../format/errors.ts';
import { bpsText, NOTHING, priceText } from '../../format/number.ts';
import { timeText } from '../../format/time.ts';
import type { TableColumn } from '../../parts/data-table.tsx';
import { FlagList } from '../../parts/flag-list.tsx';
import { LastResponseNote } from '../../parts/last-response-note.tsx';
import type { AskReceipt } from '../../data/receipt-queue.ts';
import { Pane } from '../../parts/pane.tsx';
import { ShortTable } from '../../parts/short-table.tsx';
import { useLastResponse } from '../../parts/use-last-response.ts';
import { onwardOf, pathOf, type AssetPath, type Onward, type PathMarket } from './path-data.ts';
import { PathGraph } from './path-graph.tsx';

/** Number of neighbours named in the picture; the table has all. */
const MAX_SHOWN = 7;
const MAX_ROWS = 30;
const OFFERED = 60;

interface PathPaneProps {
  readonly receipt: AskReceipt;
  /** Its symbol, name or id. */
  readonly asset: string;
  readonly onAsset: (name: string) => void;
}

/** The path from the price of an asset to US dollars, from the receipt of its newest value. */
export function PathPane({ receipt, asset, onAsset }: PathPaneProps) {
  const { tidemark, board } = usePage();
  const kept = useLastResponse((signal) => pathOf(tidemark, receipt, asset, signal), [tidemark, asset]);
  const path = kept.value;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The address may name another asset than the typed one.
    if (field.current) field.current.value = asset;
  }, [asset]);
  return (
    <Pane
      title="Path to USD"
      about={path && `${path.symbol} at ${timeText(path.at)} UTC: ${priceText(path.price)} USD`}
      tools={
        <form
          class="path-choice"
          onSubmit={(event) => {
            event.preventDefault();
            const typed = new FormData(event.currentTarget).get('asset');
            if (typeof typed === 'string' && typed.trim() !== '') onAsset(typed.trim());
          }}
        >
          <input
            ref={field}
            class="field"
            name="asset"
            list="path-assets"
            aria-label="Asset, by symbol, name or id"
            placeholder="Asset"
            autocomplete="off"
            spellcheck={false}
          />
          <datalist id="path-assets">
            {board.rows.value.slice(0, OFFERED).map((row) => (
              <option key={row.id} value={board.nameOf(row)}>
                {row.name}
              </option>
            ))}
          </datalist>
          <button class="button">Show</button>
          <button class="button" type="button" onClick={kept.again}>
            Newest tick
          </button>
        </form>
      }
    >
      <LastResponseNote kept={kept} what={`The path of ${asset}`} />
      {path && <PathBody path={path} receipt={receipt} />}
    </Pane>
  );
}

function PathBody({ path, receipt }: { path: AssetPath; receipt: AskReceipt }) {
  const { tidemark } = usePage();
  const [onward, setOnward] = useState<ReadonlyMap<string, Onward>>(new Map());
  const [problem, setProblem] = useState<unknown>();
  const shown = path.neighbours.filter(({ isUsd }) => !isUsd).slice(0, MAX_SHOWN);
  useEffect(() => {
    const ended = new AbortController();
    setOnward(new Map());
    setProblem(undefined);
    // One after the other: receipts are computed one at a time for each client.
    const load = async () => {
      for (const neighbour of shown) {
        const found = await onwardOf(tidemark, receipt, neighbour, path.at, ended.signal);
        if (ended.signal.aborted) return;
        if (found) setOnward((before) => new Map(before).set(found.neighbourId, found));
      }
    };
    load().catch((error: unknown) => ended.signal.aborted || setProblem(error));
    return () => ended.abort();
  }, [tidemark, path]);
  if (path.markets.length === 0)
    return <p class="note">The value of {path.symbol} was not computed from markets at this tick.</p>;
  return (
    <>
      <p class="pane-say">
        Each market gives a rate between two assets; the price is the best fit to all of them. The width of a
        line is the weight of its markets; a dashed line continues through other markets.
        {problem !== undefined && ` The second half is incomplete: ${messageOf(problem)}.`}
      </p>
      <PathGraph path={path} shown={shown} onward={onward} />
      <ShortTable
        maxRows={MAX_ROWS}
        label={`Markets of ${path.symbol} in the solution`}
        columns={COLUMNS}
        rows={path.markets}
        keyOf={({ id }) => id}
        sortedBy="share"
        empty="No market is used."
      />
      <FlagList isKey type="MWA" flags={flagsAmong(path.markets.map(({ flags }) => flags))} />
    </>
  );
}

const COLUMNS: readonly TableColumn<PathMarket>[] = [
  {
    id: 'market',
    title: 'Market',
    sortKey: ({ name }) => name,
    // Several markets may have the same name.
    cell: ({ name, id }) => <a href={addressOf('market', id)}>{name.replace('_', ' / ')}</a>,
  },
  { id: 'rate', title: 'Rate', isNumber: true, isExtra: true, cell: ({ rate }) => priceText(rate) },
  {
    id: 'implied',
    title: 'Implies, USD',
    about: 'The price that this market alone implies',
    isNumber: true,
    sortKey: ({ impliedUsd }) => impliedUsd,
    cell: ({ impliedUsd }) => priceText(impliedUsd),
  },
  {
    id: 'share',
    title: 'Weight',
    about: 'Its share of the weights in the solution',
    isNumber: true,
    sortKey: ({ share }) => share,
    cell: ({ share, takesPart }) =>
      takesPart ? `${(100 * share).toFixed(1)}%` : <span class="tag">not used</span>,
  },
  {
    id: 'off',
    title: 'Deviation, bps',
    about: 'Distance between its implied price and the solution',
    isNumber: true,
    sortKey: ({ offBps }) => offBps,
    cell: ({ offBps }) => bpsText(offBps),
  },
  {
    id: 'expected',
    title: 'Expected, bps',
    about: 'Usual distance for a market like this',
    isNumber: true,
    isExtra: true,
    sortKey: ({ expectedBps }) => expectedBps,
    cell: ({ expectedBps }) => bpsText(expectedBps),
  },
  {
    id: 'exchanges',
    title: 'Exchanges',
    isNumber: true,
    isExtra: true,
    sortKey: ({ exchanges }) => exchanges,
    cell: ({ exchanges }) => exchanges,
  },
  {
    id: 'flags',
    title: 'Flags',
    isExtra: true,
    cell: ({ flags }) =>
      flags.length === 0 ? (
        <span class="quiet">{NOTHING}</span>
      ) : (
        <span class="tag">{flagTitles(flags)}</span>
      ),
  },
];
