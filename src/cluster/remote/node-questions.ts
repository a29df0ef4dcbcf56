import { ROLES, type Role } from '../../app/config/settings.ts';
import type { Actor } from '../../app/directory/actor.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
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
  /** Of the leading compute node: a command of an operator that changes something. */
  readonly command: CommandExchange;
  /** Of the leading compute node: a command of an operator that only reads. */
  readonly report: CommandExchange;
}

interface CommandExchange {
  readonly asks: ForwardedCommand;
  /** The result as JSON text, as the control socket has it; absent where there is none. */
  readonly answers: { readonly result?: string };
}

const FROM_COMPUTE: readonly Role[] = ['compute'];

/** Which roles may ask and answer a question: the permissions of NATS and the check of signatures follow from this. */
export const QUESTION_ROLES: Readonly<
  Record<keyof NodeQuestions, { readonly asks: readonly Role[]; readonly answers: readonly Role[] }>
> = {
  receipt: { asks: ['serve'], answers: FROM_COMPUTE },
  'kept-receipts': { asks: ['serve'], answers: FROM_COMPUTE },
  'kept-receipt': { asks: ['serve'], answers: FROM_COMPUTE },
  command: { asks: ['compute'], answers: FROM_COMPUTE },
  report: { asks: ROLES, answers: FROM_COMPUTE },
};

export interface ForwardedCommand {
  readonly command: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The term of the leading node that is to carry out a command that changes something. */
  readonly term?: number;
  /** Who gave it, as the node that asks declares; older versions do not. */
  readonly by?: Actor;
  /** The file that an import has staged, in the data directory of the node that asks. */
  readonly staged?: Uint8Array;
}
