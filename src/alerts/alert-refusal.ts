/** A request that cannot be carried out as it is; the text is for the client. */
export class AlertRefusal extends Error {
  override readonly name = 'AlertRefusal';
  /** `quota`: the client has as many as it may have; `rate`: it may ask again later. */
  readonly reason: 'unknown' | 'conflict' | 'invalid' | 'quota' | 'rate';
  /** The member at fault, if it is one. */
  readonly field: string | undefined;

  constructor(reason: AlertRefusal['reason'], message: string, field?: string) {
    super(message);
    this.reason = reason;
    this.field = field;
  }
}
