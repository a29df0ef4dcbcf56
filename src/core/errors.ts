/** An error in what the operator asked for. Its message is written for the operator and shown without a stack trace. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** A store on another machine cannot be reached at the moment; a retry may succeed. */
export class StoreUnavailable extends OperatorError {
  /** The code that the system or the server gives as the reason. */
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(`the store does not respond: ${code}`, { cause });
    this.code = code;
  }
}

/**
 * Runs `attempt`. If it throws an OperatorError, returns its message, prefixed with the setting that caused it; otherwise an
 * empty list.
 */
export function operatorErrorsOf(attempt: () => unknown, place: string): readonly string[] {
  try {
    attempt();
    return [];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [`${place}: ${error.message}`];
  }
}
