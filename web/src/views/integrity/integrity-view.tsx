import type { IndexQuality } from '@tidemark/sdk';
import { usePage } from '../../data/page-data.ts';
import { flagsAmong, flagTitles, flagWords, type Flag } from '../../format/flags.ts';
import { bpsText, countText } from '../../format/number.ts';
import { timeText } from '../../format/time.ts';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { FlagList } from '../../parts/flag-list.tsx';
import { LastResponseNote } from '../../parts/last-response-note.tsx';
import { Facts, Pane } from '../../parts/pane.tsx';
import { resistanceColumns } from '../../parts/resistance-columns.tsx';
import { ShortTable } from '../../parts/short-table.tsx';
import { useLastResponse } from '../../parts/use-last-response.ts';
import { useResource } from '../../parts/use-resource.ts';
import { useTick } from '../../parts/use-tick.ts';
import { AttackPictures } from './attack-pictures.tsx';
import { measuredAttacks, type OtherAttack } from './attacks.ts';
import { qualityRows, type QualityRow } from './quality-rows.ts';
import { SpreadPicture } from './spread-picture.tsx';
import './integrity.css';

const WIDEST = 12;
const SHOWN_FLAGS: readonly Flag[] = ['SUSPECT', 'CARRIED', 'SPLIT', 'THIN', 'SINGLE_SOURCE'];

/** How well the values of the last tick are supported, across the market. */
export function View() {
  const { tidemark, session } = usePage();
  const tick = useTick();
  const kept = useLastResponse(
    async (signal) => (await tidemark.read('listIndexQuality', {}, { signal })).content,
    [tidemark],
    tick,
  );
  const at = kept.value?.[0]?.timestamp;
  return (
    <div class="leaf">
      <div class="leaf-top">
        <h1>Integrity</h1>
        <p>How far the majorities behind each price agree{at && `, at ${timeText(Date.parse(at))} UTC`}.</p>
      </div>
      <LastResponseNote kept={kept} what="The quality of the values" />
      {kept.value && <Qualities qualities={kept.value} />}
      <Pane title="What it takes to move a price" about="measured, not live">
        <p class="pane-say">
          A price rests on three majorities: of volume, of exchanges and of trusted exchanges. Setting the
          price takes a majority in at least two of the three. The figures are for version 3 of the rules,
          measured in a simulation of one market of 40 exchanges; the worst batch counts. The{' '}
          <a href={session.docsUrl}>documentation</a> (methodology, integrity) has all of them, with their
          seeds.
        </p>
        <AttackPictures />
        <p class="pane-say">
          Attacks that an audit of version 2 found, on all markets of the simulated world. “Attack it” below
          each receipt lets you try them yourself.
        </p>
        <DataTable
          label="Attacks on version 2 and version 3 of the rules"
          columns={ATTACK_COLUMNS}
          rows={measuredAttacks().others}
          keyOf={({ title }) => title}
          empty="No attack was measured."
        />
      </Pane>
    </div>
  );
}

function Qualities({ qualities }: { qualities: readonly IndexQuality[] }) {
  const { reference, board } = usePage();
  const markets = useResource(reference.markets).value;
  const assets = useResource(reference.assets).value;
  void board.rows.value;
  const rows = qualityRows(qualities, { assets, markets, board });
  const apart = rows
    .filter(({ quality, spread }) => quality.indexType === 'MWA' && spread !== undefined)
    .sort((a, b) => b.spread! - a.spread!);
  const held = rows.filter(
    ({ quality: { flags } }) => flags.includes('SUSPECT') || flags.includes('CARRIED'),
  );
  return (
    <>
      <Facts
        facts={[
          { title: 'Values', value: countText(rows.length) },
          {
            title: 'Without a flag',
            value: countText(rows.filter(({ quality }) => quality.flags.length === 0).length),
          },
          ...SHOWN_FLAGS.map((flag) => ({
            title: flagWords(flag).title,
            value: countText(rows.filter(({ quality }) => quality.flags.includes(flag)).length),
          })),
        ]}
      />
      <Pane title="What the flags mean">
        <FlagList isKey flags={flagsAmong(qualities.map(({ flags }) => flags))} />
      </Pane>
      <div class="leaf-pair">
        <Pane title="How far the medians are apart" about={`${apart.length} markets with a quorum, in bps`}>
          <SpreadPicture spreads={apart.map(({ spread }) => spread!)} />
        </Pane>
        <Pane title="Furthest apart">
          <DataTable
            label="Markets whose medians are furthest apart"
            columns={COLUMNS}
            rows={apart.slice(0, WIDEST)}
            keyOf={({ quality }) => quality.indexId}
            sortedBy="spread"
            empty="No market has a quorum now."
          />
        </Pane>
      </div>
      <Pane title="How hard each value is to move" about="easiest first">
        <p class="pane-say">
          The most that a single exchange could move each value within one tick, flagged or not, and how many
          exchanges it takes to move it by 1 % without raising a new flag.
        </p>
        <ShortTable
          maxRows={WIDEST}
          label="Values, the easiest to move first"
          columns={MOVE_COLUMNS}
          rows={rows.filter(({ quality }) => quality.oneExchangeBps !== undefined)}
          keyOf={({ quality }) => quality.indexId}
          sortedBy="one-exchange"
          empty="It is not known for any value yet."
        />
      </Pane>
      <Pane title="Held and carried values" about={countText(held.length)}>
        <ShortTable
          maxRows={30}
          label="Values that were not newly computed"
          columns={COLUMNS}
          rows={held}
          keyOf={({ quality }) => quality.indexId}
          empty="Every value of this tick was newly computed."
        />
      </Pane>
    </>
  );
}

const ATTACK_COLUMNS: readonly TableColumn<OtherAttack>[] = [
  { id: 'attack', title: 'Attack', cell: ({ title }) => title },
  { id: 'measured', title: 'Measured', cell: ({ measured }) => <span class="quiet">{measured}</span> },
  { id: 'version2', title: 'Version 2', isNumber: true, cell: ({ version2 }) => version2 },
  { id: 'version3', title: 'Version 3', isNumber: true, cell: ({ version3 }) => <b>{version3}</b> },
];

const RESISTANCE = resistanceColumns<QualityRow>(({ quality }) => quality);

const COLUMNS: readonly TableColumn<QualityRow>[] = [
  {
    id: 'name',
    title: 'Index',
    sortKey: ({ name }) => name,
    cell: ({ name, address, quality }) => (
      <>
        <a href={address}>{name.replace('_', ' / ')}</a> <span class="quiet">{quality.indexType}</span>
      </>
    ),
  },
  {
    id: 'spread',
    title: 'Spread, bps',
    isNumber: true,
    sortKey: ({ spread }) => spread,
    cell: ({ spread }) => bpsText(spread),
  },
  {
    id: 'exchanges',
    title: 'Exchanges',
    isNumber: true,
    sortKey: ({ quality }) => Number(quality.exchanges),
    cell: ({ quality }) => countText(Number(quality.exchanges)),
  },
  ...RESISTANCE,
  {
    id: 'flags',
    title: 'Flags',
    cell: ({ quality }) =>
      quality.flags.length === 0 ? (
        <span class="quiet">none</span>
      ) : (
        <span class="tag">{flagTitles(quality.flags)}</span>
      ),
  },
];

/** Shown on a phone too: here they are the subject of the table. */
const MOVE_COLUMNS: readonly TableColumn<QualityRow>[] = COLUMNS.filter(({ id }) => id !== 'spread').map(
  (column) => (RESISTANCE.includes(column) ? { ...column, isExtra: false } : column),
);
