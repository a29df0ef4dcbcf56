import { switchOption } from '../command.ts';
import { EXIT } from '../exit-codes.ts';

/** Of commands that read a range: these report on standard error what the service says is missing. */
export const STRICT_OPTION = switchOption(
  `Exit with ${EXIT.incomplete} if values of the range are missing, as standard error says`,
);

export const STRICT_END = [EXIT.incomplete, 'with --strict, if values of the range are missing'] as const;
