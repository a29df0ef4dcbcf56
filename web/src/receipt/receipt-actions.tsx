import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../data/page-data.ts';
import { messageOf } from '../format/errors.ts';
import { checkReceipt, type Check } from './check-receipt.ts';
import type { ReceiptStore, ReceiptData } from './receipt-store.ts';
import { evidenceFile, saveFile } from './save-evidence.ts';
import { Verification } from './verification.tsx';
import type { Verifier } from './verifier.ts';

type Outcome =
  | { readonly kind: 'busy'; readonly words: string }
  | { readonly kind: 'checked'; readonly checks: readonly Check[] }
  | { readonly kind: 'saved'; readonly name: string }
  | { readonly kind: 'failed'; readonly words: string };

interface ActionsProps {
  readonly data: ReceiptData;
  readonly store: ReceiptStore;
  readonly verifier: Verifier;
}

/** Verifies or saves the receipt. The displayed receipt does not change meanwhile. */
export function ReceiptActions({ data, store, verifier }: ActionsProps) {
  const { tidemark, session } = usePage();
  const outcome = useSignal<Outcome | undefined>(undefined);
  const ended = useRef(new AbortController());
  useEffect(() => () => ended.current.abort(), []);
  const act = (words: string, todo: (signal: AbortSignal) => Promise<Outcome>) => {
    store.hold();
    outcome.value = { kind: 'busy', words };
    todo(ended.current.signal).then(
      (done) => (outcome.value = done),
      (error: unknown) => (outcome.value = { kind: 'failed', words: messageOf(error) }),
    );
  };
  const verify = () =>
    act('Computing', async (signal) => ({
      kind: 'checked',
      checks: await checkReceipt(verifier, tidemark, data, signal),
    }));
  const save = () =>
    act('Writing', async (signal) => {
      const { origin, source } = session.config;
      const from = { url: session.url, source: origin === 'live' ? undefined : source };
      const file = await evidenceFile(tidemark, data, from, signal);
      saveFile(file);
      return { kind: 'saved', name: file.name };
    });
  const is = outcome.value;
  return (
    <>
      <div class="receipt-actions">
        <button class="button main" onClick={verify} disabled={is?.kind === 'busy'}>
          Verify here
        </button>
        <button class="button" onClick={save} disabled={is?.kind === 'busy'}>
          Save evidence
        </button>
      </div>
      {is?.kind === 'busy' && (
        <p class="receipt-outcome quiet" role="status">
          {is.words}
        </p>
      )}
      {is?.kind === 'saved' && (
        <p class="receipt-outcome" role="status">
          Saved as {is.name}: the file verifies itself in any browser, without a network.
        </p>
      )}
      {is?.kind === 'failed' && (
        <p class="receipt-outcome failed" role="alert">
          That failed: {is.words}.
        </p>
      )}
      {is?.kind === 'checked' && <Verification checks={is.checks} />}
    </>
  );
}
