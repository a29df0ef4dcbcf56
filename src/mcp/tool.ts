import type { JsonOperation } from '../../sdk/src/api.ts';
import type { Inputs, InputValues } from './inputs.ts';
import type { McpService } from './service.ts';

/** What a tool found out. */
export interface ToolAnswer {
  /** Of the newest value in it. A result that is computed from several values is as old as the oldest. */
  readonly time: string;
  /** Of all values in it. */
  readonly flags: readonly string[];
  readonly data: object;
}

/** A question that models can ask. It reads routes, so it needs their scopes. */
export interface Tool<I extends Inputs = Inputs> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The routes that it reads. */
  readonly operations: readonly JsonOperation[];
  readonly inputs: I;
  readonly answer: (input: InputValues<I>, service: McpService) => Promise<ToolAnswer>;
}

/** Checks that the answer fits the declared inputs, then erases their types. */
export function tool<const I extends Inputs>(definition: Tool<I>): Tool {
  return definition as unknown as Tool;
}
