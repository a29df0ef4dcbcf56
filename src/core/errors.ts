/** A refusal of what the operator asked for: its message is written for him and shown without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
