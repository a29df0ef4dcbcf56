/** A request that cannot be carried out as it is; the text is for the client. */
export class AlertRefusal extends Error {
  override readonly name = 'AlertRefusal';
  readonly reason: 'unknown' | 'conflict' | 'invalid' | 'limit';
  /** The member at fault, if it is one. */
  readonly field: string | undefined;

  constructor(reason: AlertRefusal['reason'], message: string, field?: string) {
    super(message);
    this.reason = reason;
    this.field = field;
  }
}
