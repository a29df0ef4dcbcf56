import { fieldsLine } from '../client/columns.ts';
import { CONNECTION_OPTIONS } from '../client/connection-options.ts';
import { jsonLine, withService } from '../client/with-service.ts';
import { action, JSON_OPTION, UsageError } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { notOfKind } from '../read-call.ts';
import { explainMove, type End, type ExplainedMove } from '../receipts/explain-move.ts';
import { moment, type Moment } from '../times.ts';
import { MOVE_FIELDS, moveLines, moveText } from '../receipts/move-text.ts';
import { nameOf } from '../receipts/receipt-text.ts';

export const command = action({
  about: [
    'Breaks a move between two ticks down into parts: which exchanges of a market, or markets of an asset, reported a different price, gained or lost weight, appeared or disappeared, and why. The parts and a named remainder add up to the move exactly; docs/trust/attribution.md has the formula.',
    'A time is an instant in UTC such as 2026-11-20T12:00Z, a date, a span before the newest tick such as 10m, "15 min" or "2h ago", or now, the newest tick. It selects the tick at or just before that time. On a pipe each part is a line of tab-separated fields: name, price, clamp, path, weight, total, note.',
  ],
  positionals: [
    {
      name: 'NAME',
      about: 'A market (BTC_USD), an asset (BTC, bitcoin) or a liquid index (BLX)',
      missingMessage: 'name an asset, a market or an index: tidemark why BTC_USD 10m now',
    },
    {
      name: 'FROM',
      about: 'The earlier tick',
      missingMessage: 'give the earlier time: tidemark why BTC_USD 10m now',
    },
    {
      name: 'TO',
      about: 'The later tick; by default now',
      isOptional: true,
      missingMessage: 'give at most two times: tidemark why BTC_USD 10m now',
    },
  ],
  options: { ...CONNECTION_OPTIONS, json: JSON_OPTION },
  exitCodes: [[1, 'if there is no value at one of the times, or its inputs are no longer kept']],
  examples: ['tidemark why BTC_USD 10m', 'tidemark why BTC 2026-11-20T12:00Z 2026-11-20T12:05Z --json'],
  run: (call, io) => {
    const [name = '', first = '', second = 'now'] = call.positionals;
    const [from, to] = momentsOf(first, second);
    return withService(call, io, async ({ tidemark, signal, look, write }) => {
      const explained = await explainMove({ tidemark, signal }, name, from, to);
      if (call.options.json) await write(jsonLine(recordOf(explained)));
      else if (look.isTerminal) await write(moveText(explained, look));
      else
        await write(
          moveLines(explained)
            .map((line) => `${fieldsLine(line, MOVE_FIELDS)}\n`)
            .join(''),
        );
      return EXIT.ok;
    });
  },
});

function momentsOf(first: string, second: string): readonly [from: Moment, to: Moment] {
  const [from, to] = [moment.parse(first), moment.parse(second)];
  if (from && to) return [from, to];
  throw new UsageError(
    ...(from ? [] : [notOfKind('FROM', moment, first)]),
    ...(to ? [] : [notOfKind('TO', moment, second)]),
  );
}

function recordOf({ before, after, move }: ExplainedMove) {
  const end = ({ receipt, computed }: End) => ({
    id: receipt.id,
    timestamp: receipt.timestamp,
    price: receipt.price,
    flags: receipt.flags,
    ...(computed !== receipt && { computedAt: computed.timestamp }),
  });
  const { indexId, indexType } = after.receipt;
  const index = nameOf(after.receipt);
  return { index, indexId, indexType, from: end(before), to: end(after), ...move };
}
