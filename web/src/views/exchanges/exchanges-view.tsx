import { useMemo, useState } from 'preact/hooks';
import { usePage } from '../../data/page-data.ts';
import { timeText } from '../../format/time.ts';
import { LastResponseNote } from '../../parts/last-response-note.tsx';
import { Pane } from '../../parts/pane.tsx';
import { useLastResponse } from '../../parts/use-last-response.ts';
import { useResource } from '../../parts/use-resource.ts';
import { useTick } from '../../parts/use-tick.ts';
import type { ViewProps } from '../../views.ts';
import { ExchangeList, exchangeRow } from './exchange-list.tsx';
import { ExchangeReadings } from './exchange-readings.ts';
import { ExchangeSheet } from './exchange-sheet.tsx';
import { hoursOf } from './refusals.ts';
import { RefusalPicture } from './refusal-picture.tsx';
import { SharePicture } from './share-picture.tsx';
import './exchanges.css';

/** All exchanges, or the one that the address names. */
export function View({ name }: ViewProps) {
  // A reader who returns from an exchange finds the list unchanged.
  const [typed, setTyped] = useState('');
  return name === '' ? <AllExchanges typed={typed} onTyped={setTyped} /> : <ExchangeSheet name={name} />;
}

function AllExchanges({ typed, onTyped }: { typed: string; onTyped: (text: string) => void }) {
  const { tidemark, reference, session } = usePage();
  const tick = useTick();
  const exchanges = useResource(reference.exchanges).value;
  const mayBeOperator = !session.isPublic;
  const source = useMemo(() => new ExchangeReadings(tidemark, mayBeOperator), [tidemark, mayBeOperator]);
  const kept = useLastResponse((signal) => source.now(signal), [source], tick);
  const qualities = kept.value?.qualities;
  const byId = new Map(exchanges?.map((each) => [each.id, each]));
  const rows = qualities?.map((each) =>
    exchangeRow(each, byId.get(each.exchangeId), kept.value?.readings.get(each.name)),
  );
  const text = typed.trim().toLowerCase();
  return (
    <div class="leaf">
      <div class="leaf-top">
        <h1>Exchanges</h1>
        <p>
          How much each exchange contributes, how far its prices are off, and which of its tickers were
          refused.
        </p>
      </div>
      {rows && qualities && (
        <div class="leaf-pair">
          <Pane title="Rejected tickers" about="all exchanges, last 24 h">
            <RefusalPicture hours={hoursOf(qualities)} label="Rejected tickers of all exchanges by hour" />
          </Pane>
          <Pane title="Volume and distance" about="one point per exchange">
            <SharePicture rows={rows} />
          </Pane>
        </div>
      )}
      <Pane
        title="All exchanges"
        about={
          qualities?.[0] && `${qualities.length}, at ${timeText(Date.parse(qualities[0].timestamp))} UTC`
        }
        tools={
          <input
            class="field"
            type="search"
            placeholder="Filter"
            aria-label="Filter by name"
            value={typed}
            onInput={({ currentTarget }) => onTyped(currentTarget.value)}
          />
        }
      >
        <LastResponseNote kept={kept} what="The exchanges" />
        {rows && <ExchangeList rows={rows.filter(({ name }) => name.toLowerCase().includes(text))} />}
      </Pane>
    </div>
  );
}
