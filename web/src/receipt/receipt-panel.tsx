import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Reach } from '@tidemark/sdk/verify';
import type { AttackProps } from '../attack/attack-panel.tsx';
import { usePage } from '../data/page-data.ts';
import { messageOf } from '../format/errors.ts';
import { instantText } from '../format/time.ts';
import type { ReceiptProps } from '../parts/receipt-place.tsx';
import { pointText } from './point-words.ts';
import { ReceiptActions } from './receipt-actions.tsx';
import { ReceiptFacts } from './receipt-facts.tsx';
import { modelOf, type ReceiptModel } from './receipt-model.ts';
import { ReceiptPicture } from './receipt-picture.tsx';
import { ReceiptStore, type ReceiptData } from './receipt-store.ts';
import { ReceiptTable } from './receipt-table.tsx';
import { Scrubber } from './scrubber.tsx';
import { Verifier } from './verifier.ts';
import './receipt.css';

/** How a value was computed: a picture of its inputs, recomputed in the browser on demand. */
export function ReceiptPanel({ indexId, title, numbers }: ReceiptProps) {
  const page = usePage();
  const [parts, setParts] = useState<{ readonly store: ReceiptStore; readonly verifier: Verifier }>();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const made = { store: new ReceiptStore(page, indexId), verifier: new Verifier() };
    setParts(made);
    const seen = new IntersectionObserver((entries) => {
      made.store.isSeen = entries.at(-1)?.isIntersecting ?? false;
    });
    if (place.current) seen.observe(place.current);
    return () => {
      seen.disconnect();
      made.store.close();
      made.verifier.close();
    };
  }, [page, indexId]);
  return (
    <section class="panel receipt" ref={place} aria-labelledby="receipt-title">
      {parts && <ReceiptBody key={indexId} indexId={indexId} title={title} numbers={numbers} {...parts} />}
    </section>
  );
}

interface BodyProps {
  readonly indexId: string;
  readonly title: string;
  readonly numbers: ReceiptProps['numbers'];
  readonly store: ReceiptStore;
  readonly verifier: Verifier;
}

function ReceiptBody({ indexId, title, numbers, store, verifier }: BodyProps) {
  const { live } = usePage();
  const shown = store.shown.value;
  const data = shown.kind === 'there' ? shown.data : undefined;
  const model = useModel(data, verifier);
  const at = data ? Date.parse(data.receipt.timestamp) : store.wanted.value;
  const newest = Math.max(live.quote(indexId)?.at ?? 0, live.newest.value, at ?? 0);
  return (
    <>
      <div class="receipt-head">
        <h2 id="receipt-title">
          Receipt{' '}
          <span class="quiet">
            {data
              ? `how ${title} was computed at ${instantText(Date.parse(data.receipt.timestamp))} UTC`
              : title}
          </span>
        </h2>
        {data && model && (
          <ReceiptActions key={data.receipt.id} data={data} store={store} verifier={verifier} />
        )}
      </div>
      {model && data ? (
        <Drawn model={model} data={data} verifier={verifier} store={store} isPale={store.isLoading.value} />
      ) : (
        <ReceiptNote store={store} />
      )}
      {at !== undefined && <Scrubber store={store} indexId={indexId} at={at} newest={newest} />}
      {model && (numbers ? numbers(model.receipt) : <FoldedNumbers model={model} />)}
    </>
  );
}

function FoldedNumbers({ model }: { model: ReceiptModel }) {
  return (
    <details class="receipt-numbers">
      <summary>
        The numbers{' '}
        <span class="quiet">
          of {model.points.length} {model.noun}s
        </span>
      </summary>
      <ReceiptTable model={model} />
    </details>
  );
}

/** Shown instead of the picture. */
function ReceiptNote({ store }: { store: ReceiptStore }) {
  const shown = store.shown.value;
  if (shown.kind === 'none')
    return (
      <p class="note" role="status">
        {shown.words}
      </p>
    );
  if (shown.kind !== 'failed') return <p class="note">Loading</p>;
  return (
    <p class="note failed" role="alert">
      The receipt could not be loaded: {messageOf(shown.error)}.
      <button class="button" onClick={() => store.again()}>
        Try again
      </button>
    </p>
  );
}

/**
 * The receipt prepared for drawing, after the verifier has returned how far prices may be from the reference.
 */
function useModel(data: ReceiptData | undefined, verifier: Verifier): ReceiptModel | undefined {
  const receipt = data?.receipt;
  const [reach, setReach] = useState<{ readonly of: string; readonly reach: Reach | undefined }>();
  useEffect(() => {
    if (!receipt || reach?.of === receipt.methodology) return;
    const { methodology } = receipt;
    verifier.call('reachOf', { methodology }).then(
      (found) => setReach({ of: methodology, reach: found }),
      // Without it the picture has no clamp; the error is shown when the reader requests the computation.
      () => setReach({ of: methodology, reach: undefined }),
    );
  }, [receipt, verifier]);
  return receipt && reach?.of === receipt.methodology ? modelOf(receipt, reach.reach) : undefined;
}

interface DrawnProps {
  readonly model: ReceiptModel;
  readonly data: ReceiptData;
  readonly store: ReceiptStore;
  readonly verifier: Verifier;
  readonly isPale: boolean;
}

const HEIGHT = 300;

function Drawn({ model, data, store, verifier, isPale }: DrawnProps) {
  const [chosen, choose] = useState<string>();
  const [attack, setAttack] = useState<{
    readonly data: ReceiptData;
    readonly Panel: ComponentType<AttackProps>;
  }>();
  const [problem, setProblem] = useState<unknown>();
  const point = model.points.find(({ id }) => id === chosen);
  const begin = () => {
    store.hold();
    import('../attack/attack-panel.tsx').then(
      ({ AttackPanel }) => setAttack({ data, Panel: AttackPanel }),
      setProblem,
    );
  };
  return (
    <>
      <div class={`receipt-body ${isPale ? 'under-way' : ''}`} aria-busy={isPale}>
        <div>
          <ReceiptPicture model={model} chosen={chosen} onChoose={choose} height={HEIGHT} />
          <p class="receipt-readout">
            {point ? (
              pointText(point, model)
            ) : (
              <span class="quiet">
                Point at {model.noun === 'market' ? 'a market' : 'an exchange'} to see its numbers, or go
                there with Tab and the arrow keys.
              </span>
            )}
          </p>
        </div>
        <ReceiptFacts model={model} />
      </div>
      {problem !== undefined && (
        <p class="receipt-outcome failed" role="alert">
          This part of the page could not be loaded: {messageOf(problem)}.
        </p>
      )}
      {attack ? (
        <attack.Panel data={attack.data} verifier={verifier} onEnd={() => setAttack(undefined)} />
      ) : (
        <div class="attack-offer">
          <button class="button" onClick={begin}>
            Attack it
          </button>
          <span class="quiet">
            Change what exchanges report, and see how far the reference moves compared with a plain average.
          </span>
        </div>
      )}
    </>
  );
}
