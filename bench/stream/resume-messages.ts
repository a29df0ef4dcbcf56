/** What the processes of the resume storm say to each other. */
export type ToReaders =
  | {
      readonly kind: 'resume';
      readonly port: number;
      readonly token: string;
      readonly since: string;
      /** When the storm began: every resume has the same ticks until then. */
      readonly until: number;
      /** The indices that each client resumes. */
      readonly clients: readonly (readonly string[])[];
    }
  | { readonly kind: 'watch'; readonly port: number; readonly token: string; readonly clients: number }
  | { readonly kind: 'report' };

export type FromReaders =
  | ({ readonly kind: 'resumed' } & Resumed)
  | { readonly kind: 'watching' }
  | { readonly kind: 'seen'; readonly ticks: readonly SeenTick[] };

export interface Resumed {
  /** Until the last client had everything. */
  readonly ms: number;
  /** Resumes of which every tick came: as many as of any other. */
  readonly complete: number;
  /** Ticks of a complete one. */
  readonly ticksEach: number;
  readonly ticks: number;
  /** Ticks that came twice or out of their order. */
  readonly disordered: number;
  /** Connections that ended. */
  readonly cut: number;
}

/** A tick as all bystanders together saw it. */
export interface SeenTick {
  readonly at: number;
  /** From its instant until the last message of it. */
  lastMs: number;
  messages: number;
}
