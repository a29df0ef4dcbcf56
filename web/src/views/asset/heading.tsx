import type { IndexQuality } from '@tidemark/sdk';
import { usePage } from '../../data/page-data.ts';
import type { Quote } from '../../data/quote.ts';
import { bpsText, changeCell, directionOf } from '../../format/number.ts';
import { resistanceText } from '../../format/resistance.ts';
import { timeText } from '../../format/time.ts';
import { FlagList } from '../../parts/flag-list.tsx';
import { LivePrice } from '../../parts/live-price.tsx';
import { useLastResponse } from '../../parts/use-last-response.ts';

interface HeadingProps {
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA';
  readonly title: string;
  readonly symbol?: string;
  readonly unit: string;
  readonly rank?: number | undefined;
  readonly quote: Quote | undefined;
  readonly first?: number | undefined;
  readonly facts: readonly Fact[];
}

/** Title, value, CSS class of the value, and tooltip. */
export type Fact = readonly [title: string, value: string, className?: string, about?: string];

/** A change in percent. `isComing`: one that is missing will come. */
export function changeFact(title: string, change: number | undefined, isComing: boolean): Fact {
  const { text, about } = changeCell(change, isComing);
  return [title, text, directionOf(change), about];
}

/** The name, the current price, and what it is based on. */
export function Heading(props: HeadingProps) {
  const { tidemark } = usePage();
  const { indexId, indexType, title, symbol, unit, rank, quote, first, facts } = props;
  const quality = useLastResponse(
    async (signal) => (await tidemark.read('listIndexQuality', { indexId }, { signal })).content[0],
    [tidemark, indexId],
    quote?.id,
  );
  return (
    <header class="heading">
      <div class="heading-name">
        <h1>
          {title} {symbol !== undefined && <span class="quiet">{symbol}</span>}
        </h1>
        {rank !== undefined && <span class="tag">#{rank}</span>}
        <span class="tag" title={indexType === 'GWA' ? ABOUT_GWA : ABOUT_MWA}>
          {indexType}
        </span>
      </div>
      <p class="heading-price">
        <LivePrice indexId={indexId} first={first} /> <span class="unit">{unit}</span>
        {quote && <span class="when">at {timeText(quote.at)} UTC</span>}
      </p>
      <dl class="facts">
        {facts.map(([name, value, className = '', about = '']) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class={className} {...(about === '' ? {} : { title: about })}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {quality.value && <p class="quiet trust">{trustIn(quality.value)}</p>}
      <FlagList flags={quote?.flags ?? []} type={indexType} />
    </header>
  );
}

const ABOUT_GWA = 'The price of the asset in US dollars: the best fit to all of its markets';
const ABOUT_MWA = 'The price of the market: the average of all exchanges that list it, weighted by volume';

function trustIn(quality: IndexQuality): string {
  return [sourcesIn(quality), resistanceText(quality)].filter(Boolean).join(' ');
}

function sourcesIn({ exchanges, refused, spreadBps, indexType }: IndexQuality): string {
  const counted = `Based on ${exchanges} ${exchanges === '1' ? 'exchange' : 'exchanges'}`;
  if (indexType === 'GWA') return `${counted}.`;
  const others = refused === undefined || refused === '0' ? '' : ` (${refused} rejected)`;
  const apart = spreadBps === undefined ? '' : `. The medians differ by ${bpsText(Number(spreadBps))} bps`;
  return `${counted}${others}${apart}.`;
}
