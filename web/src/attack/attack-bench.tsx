import type { IndexReceipt } from '@tidemark/sdk';
import { useMemo, useRef, useState } from 'preact/hooks';
import { messageOf } from '../format/errors.ts';
import { perPixel } from '../receipt/picture-scale.ts';
import { pointText } from '../receipt/point-words.ts';
import { modelOf, type ReceiptModel } from '../receipt/receipt-model.ts';
import { ReceiptPicture, type Drag } from '../receipt/receipt-picture.tsx';
import type { Verifier } from '../receipt/verifier.ts';
import {
  attacked,
  attackersOf,
  hostileLine,
  linesOf,
  NO_ATTACK,
  UNCHANGED,
  withAlteration,
  type Alteration,
  type Attack,
} from './alteration.ts';
import { AttackControls } from './attack-controls.tsx';
import { AttackResults } from './attack-results.tsx';
import { AttackSummary } from './attack-summary.tsx';
import { READY_MADE } from './ready-made.ts';
import { useWhatIf } from './use-what-if.ts';

interface BenchProps {
  /** The receipt of a market or a liquid index. */
  readonly receipt: IndexReceipt;
  /** If the market of an asset is attacked: the receipt of that asset. */
  readonly asset: IndexReceipt | undefined;
  readonly verifier: Verifier;
}

const HEIGHT = 280;
const MIN_TIMES = 0.01;

/** Controls to change what exchanges report, with the recomputed result. */
export function AttackBench({ receipt, asset, verifier }: BenchProps) {
  const [attack, setAttack] = useState<Attack>(NO_ATTACK);
  const [made, setMade] = useState<string>();
  const found = useWhatIf(verifier, receipt, attack, asset);
  const lines = useMemo(() => everyone(receipt, attack), [receipt, attack]);
  const [picked, pick] = useState<string>();
  const chosen = picked ?? lines[0]?.exchangeId ?? '';
  const outcome = found.kind === 'there' ? found.outcome : undefined;
  const shown = outcome && modelOf(outcome.computed ?? outcome.inputs, outcome.reach);
  // Keeps the scale of the receipt, so that attacked points move out of the picture and the others stay.
  const model = shown && { ...shown, centre: Number(receipt.reference ?? receipt.price) };
  const change = (id: string, by: Partial<Alteration>) => {
    setMade(undefined);
    setAttack((before) => withAlteration(before, id, by));
  };
  const drag = useDrag(model, attack, change);
  const add = () => {
    const line = hostileLine(receipt, attack.hostile.length + 1);
    setMade(undefined);
    setAttack((before) => ({ ...before, hostile: [...before.hostile, line] }));
    pick(line.exchangeId);
  };
  const point = model?.points.find(({ id }) => id === chosen);
  const altered = attackersOf(attack);
  return (
    <>
      <div class="attack-bar-of-choices">
        <div class="choices" role="group" aria-label="Ready-made attacks">
          {READY_MADE.map(({ title, attack: of }) => {
            const next = of(receipt);
            return (
              <button
                key={title}
                aria-pressed={made === title}
                disabled={next === undefined}
                onClick={() => {
                  if (!next) return;
                  setAttack(next);
                  setMade(title);
                  pick([...attackersOf(next)][0]);
                }}
              >
                {title}
              </button>
            );
          })}
        </div>
        {receipt.indexType === 'MWA' ? (
          <button class="button" onClick={add}>
            Add a hostile exchange
          </button>
        ) : (
          <span class="quiet">Constituents are chosen in a review: a new exchange cannot join.</span>
        )}
        <button
          class="button"
          disabled={altered.size === 0}
          onClick={() => {
            setAttack(NO_ATTACK);
            setMade(undefined);
            pick(undefined);
          }}
        >
          Reset
        </button>
      </div>
      <p class="attack-about quiet">
        {READY_MADE.find(({ title }) => title === made)?.about ??
          'Choose an attack. Or drag a circle: sideways its price, up and down its volume. Or use the sliders.'}
      </p>
      {found.kind === 'failed' && (
        <p class="receipt-outcome failed" role="alert">
          It could not be computed: {messageOf(found.error)}.
        </p>
      )}
      {model && outcome && (
        <div class="attack-body">
          <div>
            <ReceiptPicture
              model={model}
              chosen={chosen}
              onChoose={(id) => pick(id)}
              drag={drag}
              altered={altered}
              height={HEIGHT}
            />
            <p class="receipt-readout">{point ? pointText(point, model) : 'It reports nothing.'}</p>
            <AttackSummary receipt={receipt} asset={asset} outcome={outcome} />
          </div>
          <div class="attack-side">
            <AttackResults receipt={receipt} asset={asset} outcome={outcome} />
            <AttackControls
              lines={lines}
              chosen={chosen}
              alteration={attack.altered.get(chosen)}
              base={model.base}
              onChoose={pick}
              onChange={(by) => change(chosen, by)}
            />
          </div>
        </div>
      )}
    </>
  );
}

/** The unaltered lines and the added ones, heaviest first. */
function everyone(receipt: IndexReceipt, { hostile }: Attack) {
  return [...linesOf(attacked(receipt, { ...NO_ATTACK, hostile }))].sort(
    (a, b) => Number(b.share) - Number(a.share) || (a.exchange < b.exchange ? -1 : 1),
  );
}

interface Held {
  readonly id: string;
  readonly from: Alteration;
  /** Per pixel. */
  readonly bps: number;
  readonly decades: number;
}

/** Converts a drag, in pixels from its start, into the altered price and volume. */
function useDrag(
  model: ReceiptModel | undefined,
  attack: Attack,
  change: (id: string, by: Partial<Alteration>) => void,
): Drag {
  const held = useRef<Held | undefined>(undefined);
  return {
    begin: ({ id }, scale) => {
      if (!model) return;
      held.current = { id, from: attack.altered.get(id) ?? UNCHANGED, ...perPixel(model, scale) };
    },
    move: (right, up) => {
      if (!held.current) return;
      const { id, from, bps, decades } = held.current;
      change(id, {
        priceTimes: Math.max(MIN_TIMES, from.priceTimes + (right * bps) / 10_000),
        volumeTimes: from.volumeTimes * 10 ** (up * decades),
      });
    },
  };
}
