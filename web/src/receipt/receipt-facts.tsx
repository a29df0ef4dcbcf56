import { FlagList } from '../parts/flag-list.tsx';
import { priceText } from '../format/number.ts';
import { bpsFrom, type ReceiptModel } from './receipt-model.ts';
import { signedBps } from './point-words.ts';

/** The value, the medians and the clamp in numbers: the legend of the picture. */
export function ReceiptFacts({ model }: { model: ReceiptModel }) {
  const { value, unit, marks, band, receipt, points, noun } = model;
  const refused = points.filter(({ refusal }) => refusal !== undefined).length;
  return (
    <div class="receipt-facts">
      <dl>
        <div class="is-value">
          <dt>Value</dt>
          <dd>
            {priceText(value)} <span class="quiet">{unit}</span>
          </dd>
        </div>
        {marks.map(({ letter, title, price }) => (
          <div key={letter}>
            <dt>
              <span class={`letter ${letter}`}>{letter}</span> {title}
            </dt>
            <dd>
              {priceText(price)} <span class="quiet">{signedBps(bpsFrom(value, price))}</span>
            </dd>
          </div>
        ))}
        {band && (
          <div>
            <dt>
              <span class="letter band" /> Clamp: prices count within
            </dt>
            <dd>
              {priceText(band[0])} – {priceText(band[1])}
            </dd>
          </div>
        )}
        <div>
          <dt>{noun === 'market' ? 'Markets' : 'Exchanges'}</dt>
          <dd>
            {points.length - refused}
            {refused > 0 && <span class="quiet"> used, {refused} refused</span>}
          </dd>
        </div>
      </dl>
      <FlagList flags={receipt.flags} type={receipt.indexType} />
      <p class="receipt-key">
        {noun === 'market'
          ? 'Each circle is a market: the US dollar price that it implies, and its volume. '
          : 'Each circle is an exchange: the price and the volume that it reports. '}
        Its area is its weight.
      </p>
    </div>
  );
}
