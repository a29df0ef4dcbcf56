import type { Exchange, ExchangeQuality } from '@tidemark/sdk';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../../address.ts';
import { usePage } from '../../data/page-data.ts';
import { bpsText, countText, NOTHING } from '../../format/number.ts';
import { timeText } from '../../format/time.ts';
import { AnswerNote } from '../../parts/answer-note.tsx';
import { LastResponseNote } from '../../parts/last-response-note.tsx';
import { isMissing, NotFound } from '../../parts/not-found.tsx';
import { Facts, Pane } from '../../parts/pane.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { useLastResponse } from '../../parts/use-last-response.ts';
import { useTick } from '../../parts/use-tick.ts';
import { exchangeRow, StatusMark } from './exchange-list.tsx';
import { ExchangeMarkets } from './exchange-markets.tsx';
import { hoursOf } from './refusals.ts';
import { RefusalPicture } from './refusal-picture.tsx';

/** One exchange: its contribution, rejected tickers, and markets with their distance from the reference. */
export function ExchangeSheet({ name }: { name: string }) {
  const { tidemark } = usePage();
  const exchange = useAnswer((signal) => tidemark.exchange(name, { signal }), [tidemark, name]);
  useEffect(() => {
    document.title = `${name} · Tidemark`;
  }, [name]);
  if (exchange.kind === 'failed' && isMissing(exchange.error))
    return (
      <NotFound
        text={`There is no exchange named "${name}".`}
        back={{ href: addressOf('exchanges'), title: 'All exchanges' }}
      />
    );
  return (
    <div class="leaf">
      <p class="exchanges-back">
        <a href={addressOf('exchanges')}>All exchanges</a>
      </p>
      {exchange.kind === 'there' ? (
        <Sheet exchange={exchange.value} />
      ) : (
        <>
          <h1>{name}</h1>
          <AnswerNote answer={exchange} what={`The exchange ${name}`} />
        </>
      )}
    </div>
  );
}

function Sheet({ exchange }: { exchange: Exchange }) {
  const { tidemark } = usePage();
  const tick = useTick();
  const kept = useLastResponse(
    async (signal) => {
      const { content } = await tidemark.read('listExchangeQuality', {}, { signal });
      return content.find(({ exchangeId }) => exchangeId === exchange.id);
    },
    [tidemark, exchange.id],
    tick,
  );
  useEffect(() => {
    document.title = `${exchange.name} · Tidemark`;
  }, [exchange]);
  return (
    <>
      <div class="leaf-top">
        <h1>{exchange.name}</h1>
        <span class="tag" title="Trust tier of the exchange in the methodology">
          tier {exchange.tier}
        </span>
        <StatusMark status={exchange.status} />
        <a href={exchange.url} rel="noreferrer">
          {exchange.url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
        </a>
      </div>
      <LastResponseNote kept={kept} what="Its quality" />
      {kept.value && <Quality quality={kept.value} exchange={exchange} />}
      <ExchangeMarkets exchange={exchange} tick={tick} />
    </>
  );
}

function Quality({ quality, exchange }: { quality: ExchangeQuality; exchange: Exchange }) {
  const row = exchangeRow(quality, exchange, undefined);
  const hours = hoursOf([quality]);
  const counted = hours.reduce((sum, { total, accepted }) => sum + total + accepted, 0);
  const refused = hours.reduce((sum, { total }) => sum + total, 0);
  return (
    <>
      <Facts
        facts={[
          { title: 'Share of volume', value: `${(100 * row.share).toFixed(2)}%` },
          { title: 'Accepted', value: `${countText(row.accepted)} of ${countText(row.listings)}` },
          {
            title: 'Median distance',
            value: row.deviation === undefined ? NOTHING : `${bpsText(row.deviation)} bps`,
          },
          {
            title: 'Refused, 24 h',
            value:
              counted === 0 ? NOTHING : `${countText(refused)} (${((100 * refused) / counted).toFixed(1)}%)`,
            about: 'Share of tickers rejected in the counted hours',
          },
          { title: 'Tick', value: timeText(Date.parse(quality.timestamp)) },
        ]}
      />
      <Pane title="Rejected tickers" about="last 24 h">
        <RefusalPicture hours={hours} label={`Rejected tickers of ${exchange.name} by hour`} />
      </Pane>
    </>
  );
}
