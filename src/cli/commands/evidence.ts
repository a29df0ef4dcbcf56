import { headIn, partsOf, stateOf, type State } from '../../../sdk/src/evidence/page-verdict.ts';
import type { IntegrityHead } from '../../../sdk/src/node.ts';
import { exportToFile } from '../../app/export/file-target.ts';
import { optional, path } from '../../core/setting.ts';
import { CONNECTION_OPTIONS } from '../client/connection-options.ts';
import { plain } from '../client/plain.ts';
import { jsonLine, withService, type AskedService } from '../client/with-service.ts';
import { action, JSON_OPTION, switchOption } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { moment, type Moment } from '../times.ts';
import { differenceTexts } from '../receipts/check-text.ts';
import { receiptAndHead } from '../receipts/receipt-and-head.ts';
import { RECEIPT_POSITIONAL } from '../receipts/receipt-positional.ts';
import { nameOf } from '../receipts/receipt-text.ts';
import { shown } from '../shown.ts';

export const evidenceCommand = action({
  about: [
    'Writes one HTML file with the receipt of a value, the signed head of the history, the keys, and the code that computes the value again. Opened in any browser, offline, it checks itself: for an auditor who has neither this program nor the service.',
    'What the file will show is said here, too. A file in which something does not hold is written all the same: it is evidence of that.',
  ],
  positionals: [RECEIPT_POSITIONAL('evidence')],
  options: {
    out: {
      ...optional({ ...path, placeholder: 'FILE' }, 'The file, which has its name only once it is whole'),
      required: 'name the file to write: --out FILE.html',
      completes: 'file',
    },
    at: optional(moment, 'The tick at or just before it; by default the newest'),
    force: switchOption('Replace the file of --out where it is there'),
    ...CONNECTION_OPTIONS,
    json: JSON_OPTION,
  },
  ends: [
    [
      1,
      'where there is no such value, the file is there already, or the file shows that something does not hold',
    ],
  ],
  examples: ['tidemark evidence BTC_USD --at 2026-11-20T12:00Z --out btc.html'],
  run: (call, io) =>
    withService(call, io, async (service) => {
      const { out, at, force, json } = call.options;
      const written = await exportToFile(out, force, async (file) => {
        const { page, ...about } = await pageOf(service, call.positionals[0]!, at);
        await file.write(page);
        return { ...about, file: out };
      });
      await service.write(json ? jsonLine(written) : textOf(written));
      return written.verdict === 'wrong' ? EXIT.failed : EXIT.ok;
    }),
});

async function pageOf(
  { tidemark, signal, target, source }: AskedService,
  what: string,
  at: Moment | undefined,
) {
  const { evidence } = await import('../../../sdk/src/evidence/index.ts');
  const { verifyHead, verifyReceipt } = await import('../../../sdk/src/verify/index.ts');
  const found = await receiptAndHead({ tidemark, signal }, what, at);
  const { receipt } = found;
  const head = headIn(found)!;
  const keys = await tidemark.integrityKeys({ signal });
  const timestampToken = await timestampOf(head, { tidemark, signal });
  const given = { receipt, head, timestampToken, keys, url: target.url, source: source() };
  const page = evidence(given);
  const value = verifyReceipt(receipt);
  // As the page itself finds it.
  const parts = partsOf(given, value, await verifyHead(head, keys));
  const { id, timestamp } = receipt;
  return {
    index: nameOf(receipt),
    id,
    timestamp,
    headSlot: head.slot,
    bindsReceipt:
      value.isBound || (head.slot === receipt.timestamp && head.recordHash === receipt.recordHash),
    verdict: stateOf(parts),
    parts,
    differences: value.differences,
    page,
  };
}

/** Of the head of a day that the service has timestamped. */
async function timestampOf(
  { slot, recordHash }: IntegrityHead,
  { tidemark, signal }: Pick<AskedService, 'tidemark' | 'signal'>,
): Promise<string | undefined> {
  const from = new Date(slot);
  const to = new Date(from.getTime() + 1);
  for await (const each of tidemark.heads({ from, to, signal }))
    if (each.recordHash === recordHash) return each.timestampToken;
  return undefined;
}

interface Written extends Omit<Awaited<ReturnType<typeof pageOf>>, 'page'> {
  readonly file: string;
}

function textOf({ index, timestamp, headSlot, bindsReceipt, file, parts, differences }: Written): string {
  const covers = bindsReceipt ? '' : ` with the head of ${headSlot}`;
  const lines = [
    `${shown(index)} of ${timestamp}${covers} in ${file}: open it in a browser`,
    ...parts.map(({ name, state, said }) => `  ${WORDS[state]}: ${name}: ${said}`),
    ...differenceTexts(differences).map((text) => `  ${text}`),
  ];
  return lines.map((line) => `${plain(line)}\n`).join('');
}

const WORDS: Readonly<Record<State, string>> = {
  right: 'holds',
  wrong: 'DOES NOT HOLD',
  doubt: 'not shown',
};
