/** A refusal of what the operator asked for: its message is written for him and shown without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** What is stored on another machine cannot be reached for now: the same question may be answered a moment later. */
export class StoreAway extends OperatorError {
  /** As the system or the server names the reason. */
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(`the store does not answer: ${code}`, { cause });
    this.code = code;
  }
}

/** What an operator is told where an attempt is refused, with the setting that is to blame; nothing where it is not. */
export function operatorProblems(attempt: () => unknown, place: string): readonly string[] {
  try {
    attempt();
    return [];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [`${place}: ${error.message}`];
  }
}
