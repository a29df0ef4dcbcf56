import type { IndexReceipt } from '@tidemark/sdk';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../format/errors.ts';

export interface ReceiptProps {
  readonly indexId: string;
  readonly indexType: IndexReceipt['indexType'];
  /** Such as BTC_USD. */
  readonly title: string;
  /** In the place of the table that the reader unfolds: what the receipt says, shown at once. */
  readonly numbers?: (receipt: IndexReceipt) => ComponentChildren;
}

type Module = { readonly ReceiptPanel: ComponentType<ReceiptProps> };

/** The picture of the receipt is a part of its own, which is there where its folder is. */
const PANELS = import.meta.glob<Module>('../receipt/receipt-panel.tsx');

/** How the value came about, loaded when the rest of the view is there. */
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
