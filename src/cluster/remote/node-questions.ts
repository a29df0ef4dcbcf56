import type { Actor } from '../../app/directory/actor.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { InputFrame, NoInputs, RecordedInputs } from '../../history/input-store.ts';
import type { KeptEntry } from '../../values/receipts/kept-receipts.ts';
import type { NoReceipt, Receipt } from '../../values/receipts/receipts.ts';

/** What nodes ask each other. */
export interface NodeQuestions {
  /** Of compute nodes: how a value came about. */
  readonly receipt: {
    readonly asks: SeriesId & { readonly at: Millis };
    readonly answers: Receipt | NoReceipt;
  };
  /** Of compute nodes: which receipts they keep for ever, from <= t < to, after an id, in the order of ids, up to a number of them. */
  readonly 'kept-receipts': {
    readonly asks: {
      readonly from?: Millis;
      readonly to?: Millis;
      readonly after?: string;
      readonly max?: number;
    };
    readonly answers: readonly KeptEntry[];
  };
  /** Of compute nodes: one of them as JSON text; empty if they do not have it. */
  readonly 'kept-receipt': {
    readonly asks: Pick<KeptEntry, 'id' | 'at'>;
    readonly answers: string;
  };
  /** Of compute nodes: the inputs of a tick. */
  readonly inputs: {
    readonly asks: { readonly at: Millis };
    readonly answers: InputFrame | NoInputs;
  };
  /** Of compute nodes: what they keep of the ticks from <= t <= to, or of the first of them. */
  readonly 'inputs-between': {
    readonly asks: { readonly from: Millis; readonly to: Millis };
    readonly answers: InputPage;
  };
  /** Of the leading compute node: a command of an operator. */
  readonly command: {
    readonly asks: ForwardedCommand;
    /** The result as JSON text, as the control socket has it; absent where there is none. */
    readonly answers: { readonly result?: string };
  };
}

export interface InputPage {
  /** In the order of time. */
  readonly inputs: readonly RecordedInputs[];
  /** Up to this instant there are no others. */
  readonly until: Millis;
}

export interface ForwardedCommand {
  readonly command: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Who gave it, as the node that asks declares; older versions do not. */
  readonly by?: Actor;
  /** The file that an import has staged, in the data directory of the node that asks. */
  readonly staged?: Uint8Array;
}
