import { existingFolder } from '../../app/directory/data-directory.ts';
import { optional, nonEmptyText } from '../../core/setting.ts';
import { fieldsLine } from '../client/columns.ts';
import { CONNECTION_OPTIONS } from '../client/connection-options.ts';
import { jsonLine, withService } from '../client/with-service.ts';
import { action, JSON_OPTION, switchOption, UsageError } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { findReceipt } from '../receipts/find-receipt.ts';
import { escaped } from '../output/shown.ts';
import { storedPayloads } from '../../sources/live/payloads/payload-files.ts';
import { rawPayloads, rawText } from '../receipts/raw-payloads.ts';
import { moment } from '../times.ts';
import { FIELDS, linesOf } from '../receipts/receipt-lines.ts';
import { receiptText } from '../receipts/receipt-text.ts';
import { validReceipt } from '../receipts/valid-receipt.ts';
import { RECEIPT_POSITIONAL } from '../shared-options.ts';

export const command = action({
  about: [
    'Shows how a price was computed: the price, volume, weight and age of each exchange, which exchanges were rejected and why, and the medians that decide which prices are accepted. For an asset it shows its markets and their conversion to USD, for BLX, ELX and XRPLX their constituents.',
    'With --raw it prints the original responses of the exchanges instead, if the service of this data directory keeps them (--keep-payloads).',
    'On a pipe each exchange or market is a line of tab-separated fields: counts or refused, name, tier, price, volume, share, age, path, off, exchanges, note. With --json it is the receipt as the service sends it.',
  ],
  positionals: [RECEIPT_POSITIONAL('receipt')],
  options: {
    at: optional(moment, 'The tick at or just before this time; by default the newest'),
    raw: switchOption('Print the original responses of the exchanges, from the data directory (--data)'),
    exchange: optional(nonEmptyText, 'With --raw: only the responses of this exchange'),
    ...CONNECTION_OPTIONS,
    json: JSON_OPTION,
  },
  settings: ['data'],
  exitCodes: [[1, 'if there is no such value, or its inputs are no longer kept']],
  examples: [
    'tidemark receipt BTC_USD',
    'tidemark receipt BTC --at 2026-11-20T12:00Z',
    'tidemark receipt BLX --at 10m --json',
    'tidemark receipt BTC_USD --raw --exchange Kraken',
  ],
  run: (call, io) =>
    withService(call, io, async ({ tidemark, signal, look, write }) => {
      const { at, json, raw, exchange } = call.options;
      if (exchange !== undefined && !raw) throw new UsageError('--exchange needs --raw');
      const receipt = validReceipt(await findReceipt({ tidemark, signal }, call.positionals[0]!, at));
      if (raw) {
        const data = existingFolder(call.config().settings.data);
        const payloads = rawPayloads(receipt, { ...storedPayloads(data), exchange });
        const text = json ? jsonLine(payloads) : rawText(payloads);
        await write(look.isTerminal ? escaped(text) : text);
      } else if (json) await write(jsonLine(receipt));
      else if (look.isTerminal) await write(receiptText(receipt, look));
      else
        await write(
          linesOf(receipt)
            .map((line) => `${fieldsLine(line, FIELDS)}\n`)
            .join(''),
        );
      return EXIT.ok;
    }),
});
