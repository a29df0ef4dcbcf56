import { describe, expect, test } from 'vitest';
import { command as checkCommand } from '../../../../src/cli/commands/check.ts';
import { command as evidenceCommand } from '../../../../src/cli/commands/evidence.ts';
import { command as receiptCommand } from '../../../../src/cli/commands/receipt.ts';
import { command as whyCommand } from '../../../../src/cli/commands/why.ts';
import { UsageError } from '../../../../src/cli/command.ts';
import { runInProcess } from '../../../support/command-line.ts';

const COMMANDS = { receipt: receiptCommand, check: checkCommand, why: whyCommand, evidence: evidenceCommand };

describe('a command line with missing or unknown arguments', () => {
  test.each([
    ['receipt', [], 'name one value: tidemark receipt BTC_USD'],
    ['receipt', ['BTC', '--at', 'noon'], '--at must be a time in UTC'],
    ['check', ['BTC', 'ETH'], 'unexpected argument ETH: name one value or one file: tidemark check BTC_USD'],
    ['why', [], 'name an asset, a market or an index'],
    ['why', ['BTC'], 'give the earlier time'],
    ['why', ['BTC', 'noon'], 'FROM must be a time in UTC'],
    ['why', ['BTC', '10m', 'noon'], 'TO must be a time in UTC'],
    ['check', ['btc.html', '--at', '10m'], '--at and --forget do not apply to a file, which holds one value'],
    ['check', ['BTC', '--keys', 'keys.json'], '--keys is only for a file'],
    ['evidence', [], 'name one value: tidemark evidence BTC_USD'],
  ] as const)('%s %j is refused before a service is asked', async (name, args, said) => {
    const error: unknown = await runInProcess(name, COMMANDS[name], args).catch((failed: unknown) => failed);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).problems[0]).toContain(said);
  });
});
