import type { X509Certificate } from 'node:crypto';
import type { IntegrityKeys } from '../../../sdk/src/integrity-keys.ts';
import { tickDifferences, verifyReceipt } from '../../../sdk/src/verify/index.ts';
import type { DayHead, IntegrityHead } from '../../../sdk/src/node.ts';
import { optional } from '../../core/setting.ts';
import { parseDatetime } from '../../core/time.ts';
import { CONNECTION_OPTIONS } from '../client/connection-options.ts';
import { jsonLine, withService, type TargetService } from '../client/with-service.ts';
import { action, JSON_OPTION, switchOption, UsageError, type Output } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { keysIn } from '../head-files.ts';
import { checkedFileText, checkFile, isFileName } from '../receipts/evidence-file.ts';
import { checkHistory } from '../receipts/check-history.ts';
import { checkedRecord, checkText, isVerified, type Checked } from '../receipts/check-text.ts';
import { PinStore } from '../receipts/pin-store.ts';
import { moment, type Moment } from '../times.ts';
import { receiptAndHead } from '../receipts/receipt-and-head.ts';
import { authoritiesIn, timestampVerdict, TIMESTAMP_CA_OPTION } from '../timestamps.ts';
import { nameOf } from '../receipts/receipt-text.ts';
import { fileOption } from '../shared-options.ts';

export const command = action({
  about: [
    'Recomputes a value on this machine from the exchange data in its receipt and compares all results: price, volume, flags, medians, weights and rejections. The receipt is compared with the published value. Its proof must lead from the value and every input to the record of the tick, and from there to a signed head.',
    'Then it checks the signed head of the history and the heads of all days, and compares them with those that the service showed before. Keys and records are stored next to the profiles for this, so a history that was rewritten since is detected.',
  ],
  positionals: [
    {
      name: 'NAME|ID|FILE',
      about:
        'A market (BTC_USD), an asset (BTC, bitcoin), a liquid index (BLX), the id of a tick, or a file of tidemark evidence (.html or .json), which is checked offline',
      missingMessage: 'name one value or one file: tidemark check BTC_USD',
      completes: 'file',
    },
  ],
  options: {
    at: optional(moment, 'The tick at or just before this time; by default the newest'),
    timestampCa: TIMESTAMP_CA_OPTION,
    forget: switchOption('Forget what this service showed before, for example after it was reinstalled'),
    keys: fileOption(
      'Your own copy of /.well-known/tidemark-integrity.json, used for a file instead of the keys in it',
    ),
    ...CONNECTION_OPTIONS,
    json: JSON_OPTION,
  },
  exitCodes: [[1, 'if a check fails, or something could not be checked']],
  examples: [
    'tidemark check BTC_USD',
    'tidemark check btc.html',
    'tidemark check 1a1e544e-5202-4055-afd0-1c940239efc1',
  ],
  run: (call, io) => {
    const { at, forget, json, keys, timestampCa } = call.options;
    const [what = ''] = call.positionals;
    if (isFileName(what)) {
      if (at !== undefined || forget)
        throw new UsageError('--at and --forget do not apply to a file, which holds one value');
      if (timestampCa !== undefined)
        throw new UsageError('--timestamp-ca checks heads: use tidemark heads check FILE --timestamp-ca CA');
      return checkEvidence(what, keys, json, io);
    }
    if (keys !== undefined)
      throw new UsageError('--keys is only for a file: the keys of a service are read from the service');
    return withService(call, io, async (service) => {
      const authorities = authoritiesIn(timestampCa);
      const checked = await check(service, what, at, { forget, authorities });
      await service.write(json ? jsonLine(checkedRecord(checked)) : checkText(checked, service.look));
      return isVerified(checked) ? EXIT.ok : EXIT.failed;
    });
  },
});

async function checkEvidence(
  file: string,
  keys: string | undefined,
  json: boolean,
  io: Output,
): Promise<number> {
  const own = keys && { file: keys, keys: { keys: keysIn(keys) } as unknown as IntegrityKeys };
  const checked = await checkFile(file, own || undefined);
  io.out(json ? jsonLine(checked) : checkedFileText(checked));
  return checked.verdict === 'right' ? EXIT.ok : EXIT.failed;
}

async function check(
  { tidemark, signal, target }: TargetService,
  what: string,
  when: Moment | undefined,
  { forget, authorities }: { forget: boolean; authorities: readonly X509Certificate[] | undefined },
): Promise<Checked> {
  const pinStore = new PinStore(target.url);
  const seen = forget ? PinStore.empty() : pinStore.read();
  const { receipt, tick, head: covering } = await receiptAndHead({ tidemark, signal }, what, when);
  const head = receipt.proof?.head ?? covering;
  const published = await tidemark.integrityKeys({ signal });
  const dayHeads = [];
  for await (const each of tidemark.heads({ signal })) dayHeads.push(each);
  const { computed: _, ...verdict } = verifyReceipt(receipt);
  const history = await checkHistory({ receipt, head, dayHeads, published }, seen);
  const checked: Checked = {
    index: nameOf(receipt),
    receipt,
    value: verdict,
    listed: tick ? tickDifferences(tick, receipt) : undefined,
    head,
    dayHeads: dayHeads.length,
    timestamp: timestampOf(head, dayHeads, authorities),
    history,
    pins: pinStore.path,
  };
  // A history that failed a check is not stored for later comparisons.
  if (isVerified(checked)) pinStore.write({ pins: seen.pins, keys: published.keys });
  return checked;
}

/** Timestamp of the head that covers the value; undefined if it has none. */
function timestampOf(
  { slot, recordHash }: IntegrityHead,
  dayHeads: readonly DayHead[],
  authorities: readonly X509Certificate[] | undefined,
): Checked['timestamp'] {
  const token = dayHeads.find((each) => each.slot === slot && each.recordHash === recordHash)?.timestampToken;
  const at = parseDatetime(slot);
  return at === undefined ? undefined : timestampVerdict({ slot: at, recordHash }, token, authorities);
}
