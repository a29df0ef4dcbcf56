import type { IndexReceipt } from '@tidemark/sdk';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../format/errors.ts';

export interface ReceiptProps {
  readonly indexId: string;
  readonly indexType: IndexReceipt['indexType'];
  /** For example BTC_USD. */
  readonly title: string;
  /** Shows the receipt as numbers at once, instead of the table that the reader unfolds. */
  readonly numbers?: (receipt: IndexReceipt) => ComponentChildren;
}

type Module = { readonly ReceiptPanel: ComponentType<ReceiptProps> };

/** The picture of the receipt is an optional module, included if its folder exists. */
const PANELS = import.meta.glob<Module>('../receipt/receipt-panel.tsx');

/** How the value was computed, loaded after the rest of the view. */
export function ReceiptPlace(props: ReceiptProps) {
  const [Panel, setPanel] = useState<ComponentType<ReceiptProps>>();
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    const [load] = Object.values(PANELS);
    load?.().then(({ ReceiptPanel }) => setPanel(() => ReceiptPanel), setProblem);
  }, []);
  if (problem !== undefined)
    return <p class="note failed">The receipt could not be loaded: {messageOf(problem)}</p>;
  return Panel ? <Panel {...props} /> : null;
}
