import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf, settingsIn } from '../../address.ts';
import { useChartChoice } from '../../chart/chart-choice.ts';
import { ChartPanel } from '../../chart/chart-panel.tsx';
import { usePage } from '../../data/page-data.ts';
import { useLastResponse } from '../../parts/use-last-response.ts';
import { useTick } from '../../parts/use-tick.ts';
import type { ViewProps } from '../../views.ts';
import { LX, type LxName } from './lx.ts';
import { LxCard } from './lx-card.tsx';
import { LxDetail } from './lx-detail.tsx';
import { PathPane } from './path-pane.tsx';
import '../../parts/pane.css';
import './indices.css';

const FIRST_ASSET = 'BTC';

/** The liquid indices with a chart and their constituents, and the path from an asset's price to US dollars. The address names both: `BLX/BTC`. */
export function View({ name }: ViewProps) {
  const tick = useTick();
  const { askReceipt, tidemark } = usePage();
  const choice = useChartChoice();
  // Optional: without it the cards only lack a sentence.
  const qualities = useLastResponse(
    async (signal) => (await tidemark.read('listIndexQuality', { indexType: 'LX' }, { signal })).content,
    [tidemark],
    tick,
  ).value;
  const asked = askedIn(name);
  const [chosen, setChosen] = useState(asked.lx);
  const [asset, setAsset] = useState(asked.asset);
  const isFirst = useRef(true);
  useEffect(() => {
    setChosen(asked.lx);
    setAsset(asked.asset);
  }, [name]);
  useEffect(() => {
    // Does not navigate: only the address to share changes.
    const address = addressOf('indices', `${chosen}/${asset}`) + settingsIn(location.hash);
    if (!isFirst.current) history.replaceState(history.state, '', address);
    isFirst.current = false;
  }, [chosen, asset]);
  return (
    <div class="leaf">
      <div class="leaf-top">
        <h1>Indices</h1>
        <p>
          Prices computed from trades on a few trusted exchanges, and the path from an asset's price to US
          dollars.
        </p>
      </div>
      <div class="indices-cards">
        {LX.map((lx) => (
          <LxCard
            key={lx.name}
            lx={lx}
            tick={tick}
            quality={qualities?.find(({ indexId }) => indexId === lx.id)}
            isChosen={lx.name === chosen}
            onChoose={() => setChosen(lx.name)}
          />
        ))}
      </div>
      <ChartPanel key={chosen} indexId={idOf(chosen)} title={chosen} choice={choice} />
      <LxDetail name={chosen} />
      <PathPane receipt={askReceipt} asset={asset} onAsset={setAsset} />
    </div>
  );
}

const idOf = (name: LxName) => LX.find((each) => each.name === name)!.id;

/** The parsed address. */
function askedIn(name: string): { readonly lx: LxName; readonly asset: string } {
  const [first = '', ...rest] = name.split('/');
  const named = LX.find((each) => each.name === first);
  return { lx: named?.name ?? 'BLX', asset: (named ? rest.join('/') : first) || FIRST_ASSET };
}
