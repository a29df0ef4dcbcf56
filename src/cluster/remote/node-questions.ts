import { ROLES, type Role } from '../../app/config/settings.ts';
import type { Actor } from '../../app/directory/actor.ts';
import type { TickLink } from '../../app/pipeline/unstored-ticks.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { SignedHead } from '../../core/integrity-head.ts';
import type { Millis } from '../../core/time.ts';
import type { InputFrame } from '../../history/input-store.ts';
import type { KeptReceiptEntry } from '../../values/receipts/kept-receipts.ts';
import type { NoReceipt, ServedReceipt } from '../../values/receipts/receipts.ts';

/** What nodes ask each other. */
export interface NodeQuestions {
  /** To compute nodes: how a value was computed. */
  readonly receipt: {
    readonly asks: SeriesId & { readonly at: Millis };
    readonly answers: ServedReceipt | NoReceipt;
  };
  /** To compute nodes: the kept receipts with from <= t < to, after an id, sorted by id, at most `max`. */
  readonly 'kept-receipts': {
    readonly asks: {
      readonly from?: Millis;
      readonly to?: Millis;
      readonly after?: string;
      readonly max?: number;
    };
    readonly answers: readonly KeptReceiptEntry[];
  };
  /** To compute nodes: a kept receipt as JSON text; empty if they do not have it. */
  readonly 'kept-receipt': {
    readonly asks: Pick<KeptReceiptEntry, 'id' | 'at'>;
    readonly answers: string;
  };
  /** To compute and serving nodes: the heads of slots after an instant that they know to be published. */
  readonly 'published-heads': {
    readonly asks: { readonly after: Millis };
    readonly answers: readonly SignedHead[];
  };
  /** To compute nodes: the ticks after an instant whose inputs they have recorded. */
  readonly 'recorded-ticks': {
    readonly asks: { readonly after: Millis };
    readonly answers: RecordedTicks;
  };
  /** To the compute node with that name: the inputs of a tick. Other nodes answer without. */
  readonly 'recorded-inputs': {
    readonly asks: { readonly node: string; readonly at: Millis };
    readonly answers: { readonly inputs?: InputFrame };
  };
  /** To the leading compute node: an operator command that changes something. */
  readonly command: CommandExchange;
  /** To the leading compute node: an operator command that only reads. */
  readonly report: CommandExchange;
}

export interface RecordedTicks {
  /** The name of the node. */
  readonly node: string;
  readonly ticks: readonly TickLink[];
}

interface CommandExchange {
  readonly asks: ForwardedCommand;
  /** The result as JSON text, as on the control socket; absent if there is none. */
  readonly answers: { readonly result?: string };
}

const FROM_COMPUTE: readonly Role[] = ['compute'];

export interface QuestionPermissions {
  readonly asks: readonly Role[];
  readonly answers: readonly Role[];
  /** The question fits into one piece: roles that answer only such questions may not receive the rest of large ones. */
  readonly isSmall?: boolean;
}

/** The roles that may ask and answer each question. NATS permissions and signature checks are derived from this. */
export const QUESTION_ROLES: Readonly<Record<keyof NodeQuestions, QuestionPermissions>> = {
  receipt: { asks: ['serve'], answers: FROM_COMPUTE },
  'kept-receipts': { asks: ['serve'], answers: FROM_COMPUTE },
  'kept-receipt': { asks: ['serve'], answers: FROM_COMPUTE },
  'published-heads': { asks: FROM_COMPUTE, answers: ['compute', 'serve'], isSmall: true },
  'recorded-ticks': { asks: FROM_COMPUTE, answers: FROM_COMPUTE },
  'recorded-inputs': { asks: FROM_COMPUTE, answers: FROM_COMPUTE },
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
  /** The file that an import has staged in the data directory of the node that asks. */
  readonly staged?: Uint8Array;
}
