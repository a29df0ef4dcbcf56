import { headIn, partsOf, stateOf } from '../../../sdk/src/evidence/page-verdict.ts';
import type { IntegrityHead } from '../../../sdk/src/node.ts';
import { exportToFile } from '../../app/operate/export/file-target.ts';
import { optional } from '../../core/setting.ts';
import { CONNECTION_OPTIONS } from '../client/connection-options.ts';
import { plain } from '../client/notices/plain.ts';
import { jsonLine, withService, type TargetService } from '../client/with-service.ts';
import { action, JSON_OPTION, switchOption } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { dailyMoment, type Moment } from '../times.ts';
import { differenceTexts } from '../receipts/check-text.ts';
import { partLines } from '../receipts/evidence-file.ts';
import { evidenceOf } from '../receipts/kept-receipt.ts';
import { fileOption, RECEIPT_POSITIONAL } from '../shared-options.ts';
import { nameOf } from '../receipts/receipt-text.ts';
import { shown } from '../output/shown.ts';

export const command = action({
  about: [
    'Writes one HTML file with the receipt of a value, the signed head of the history, the keys, and the code that recomputes the value. It verifies itself in any browser, offline: for an auditor who has neither this program nor the service.',
    'If the service keeps the receipt permanently (its setting keepReceipts), that receipt is used, however old it is. Any other receipt is computed from the inputs of its tick, which the service keeps for some days.',
    'The command also prints the result of the verification. If something does not verify, the file is still written, as evidence of that.',
  ],
  positionals: [RECEIPT_POSITIONAL('evidence')],
  options: {
    out: fileOption(
      'Output file, created only when complete; by default NAME-TIME.html in the current folder',
    ),
    at: optional(dailyMoment, 'The tick at or just before this time; by default the newest'),
    force: switchOption('Replace the file of --out if it exists'),
    ...CONNECTION_OPTIONS,
    json: JSON_OPTION,
  },
  exitCodes: [[1, 'if there is no such value, the file already exists, or something in it does not verify']],
  examples: [
    'tidemark evidence BTC --at "yesterday 16:00 Europe/London"',
    'tidemark evidence BTC_USD --at 2026-11-20T12:00Z --out btc.html',
  ],
  run: (call, io) =>
    withService(call, io, async (service) => {
      const { out, at, force, json } = call.options;
      const make = () => pageOf(service, call.positionals[0]!, at);
      // If the file name is known, an unwritable file is reported before anything is computed.
      const [file, made] = out === undefined ? await named(make) : [out, undefined];
      const written = await exportToFile(file, force, async (target) => {
        const { page, ...about } = made ?? (await make());
        await target.write(page);
        return { ...about, file };
      });
      await service.write(json ? jsonLine(written) : textOf(written));
      return written.verdict === 'wrong' ? EXIT.failed : EXIT.ok;
    }),
});

async function pageOf(
  { tidemark, signal, target, source }: TargetService,
  what: string,
  at: Moment | undefined,
) {
  const { evidence } = await import('../../../sdk/src/evidence/index.ts');
  const { verifyHead, verifyReceipt } = await import('../../../sdk/src/verify/index.ts');
  const found = await evidenceOf({ tidemark, signal }, what, at);
  const { receipt, kept } = found;
  const head = headIn(found)!;
  const keys = await tidemark.integrityKeys({ signal });
  const timestampToken = await timestampOf(head, { tidemark, signal });
  const given = { receipt, head, timestampToken, keys, url: target.url, source: source() };
  const page = evidence(given);
  const value = verifyReceipt(receipt);
  // The same verdict as the page computes.
  const parts = partsOf(given, value, await verifyHead(head, keys));
  const { id, timestamp } = receipt;
  return {
    index: nameOf(receipt),
    id,
    timestamp,
    ...(kept && { kept }),
    headSlot: head.slot,
    bindsReceipt:
      value.isBound || (head.slot === receipt.timestamp && head.recordHash === receipt.recordHash),
    verdict: stateOf(parts),
    parts,
    differences: value.differences,
    page,
  };
}

/** Timestamp of a day's head, if the service has one. */
async function timestampOf(
  { slot, recordHash }: IntegrityHead,
  { tidemark, signal }: Pick<TargetService, 'tidemark' | 'signal'>,
): Promise<string | undefined> {
  const from = new Date(slot);
  const to = new Date(from.getTime() + 1);
  for await (const each of tidemark.heads({ from, to, signal }))
    if (each.recordHash === recordHash) return each.timestampToken;
  return undefined;
}

interface Written extends Omit<Made, 'page'> {
  readonly file: string;
}

type Made = Awaited<ReturnType<typeof pageOf>>;

async function named(make: () => Promise<Made>): Promise<[file: string, made: Made]> {
  const made = await make();
  return [fileNameOf(made), made];
}

/** For example `BTC-2026-11-19T160000Z.html`. */
function fileNameOf({ index, timestamp }: { readonly index: string; readonly timestamp: string }): string {
  const time = timestamp.slice(0, 19).replaceAll(':', '');
  return `${index.replaceAll(/[^\w.-]/g, '_')}-${time}Z.html`;
}

function textOf(written: Written): string {
  const { index, timestamp, headSlot, bindsReceipt, file, parts, differences, kept } = written;
  const covers = bindsReceipt ? '' : ` with the head of ${headSlot}`;
  const lines = [
    `${shown(index)} of ${timestamp}${covers} in ${file}: open it in a browser`,
    ...(kept ? [`  kept for ${kept.times.join(', ')} (time-zone data ${kept.tzdata})`] : []),
    ...partLines(parts),
    ...differenceTexts(differences).map((text) => `  ${text}`),
  ];
  return lines.map((line) => `${plain(line)}\n`).join('');
}
