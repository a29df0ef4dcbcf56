import { amountText, NOTHING } from '../../format/number.ts';
import type { Expiry, OptionQuote, Strike } from './option-chain.ts';
import { percent } from './percent.ts';

const SIDES = ['call', 'put'] as const;
const CALL_TITLES = ['Open, USD', 'IV', 'Bid', 'Mark', 'Ask'] as const;
const PUT_TITLES = CALL_TITLES.toReversed();
/** Hidden on a narrow screen. */
const EXTRA: ReadonlySet<string> = new Set(['Open, USD', 'Mark']);

/** All strikes of one expiry: calls on the left, puts on the right. */
export function ChainTable({ expiry, label }: { expiry: Expiry; label: string }) {
  const { strikes, forward } = expiry;
  // The first strike at or above the forward: strikes before it are in the money for calls.
  const above = strikes.find(({ strike }) => forward !== undefined && strike >= forward)?.strike;
  return (
    <div class="table-place derivatives-chain" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr class="sides">
            <Side name="Calls" />
            <td />
            <Side name="Puts" />
          </tr>
          <tr>
            {CALL_TITLES.map((title) => (
              <Title key={title} title={title} side="calls" />
            ))}
            <th scope="col" class="strike">
              Strike
            </th>
            {PUT_TITLES.map((title) => (
              <Title key={title} title={title} side="puts" />
            ))}
          </tr>
        </thead>
        <tbody>
          {strikes.map((each) => (
            <Row key={each.strike} {...each} forward={forward} isFirstAbove={each.strike === above} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Side({ name }: { name: string }) {
  return (
    <>
      <th scope="colgroup" colSpan={5} class="wide-only">
        {name}
      </th>
      <th scope="colgroup" colSpan={3} class="narrow-only">
        {name}
      </th>
    </>
  );
}

function Title({ title, side }: { title: string; side: string }) {
  return (
    <th scope="col" class={`number ${EXTRA.has(title) ? 'extra' : ''}`}>
      {title}
      <span class="unseen"> of {side}</span>
    </th>
  );
}

interface RowProps extends Strike {
  readonly forward: number | undefined;
  readonly isFirstAbove: boolean;
}

function Row({ strike, forward, isFirstAbove, ...quotes }: RowProps) {
  const [call, put] = SIDES.map((side) => cellsOf(quotes[side], isInTheMoney(side, strike, forward)));
  return (
    <tr class={isFirstAbove ? 'money' : ''}>
      {call}
      <th scope="row" class="strike">
        {strikeText(strike)}
      </th>
      {put!.toReversed()}
    </tr>
  );
}

const isInTheMoney = (side: 'call' | 'put', strike: number, forward: number | undefined) =>
  forward !== undefined && (side === 'call' ? strike < forward : strike > forward);

const strikeText = (strike: number) => strike.toLocaleString('en-US', { maximumFractionDigits: 8 });

/** Cells of a call, from the outer column to the strike. */
function cellsOf(quote: OptionQuote | undefined, isIn: boolean) {
  const look = `number ${isIn ? 'in' : ''} ${quote?.isStale ? 'pale' : ''}`;
  const name = quote?.contract.exchangeName;
  const texts = [
    amountText(quote?.openInterestUsd),
    percent(quote?.volatility, 1),
    quote?.bid ?? NOTHING,
    quote?.mark ?? NOTHING,
    quote?.ask ?? NOTHING,
  ];
  return texts.map((text, i) => (
    <td key={i} class={`${look} ${EXTRA.has(CALL_TITLES[i]!) ? 'extra' : ''}`} title={name}>
      {text}
    </td>
  ));
}
