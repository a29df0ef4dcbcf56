import type { IntegrityKey } from '../../../sdk/src/verify/verify-head.ts';
import type { Settings } from '../../app/config/settings.ts';
import {
  checkWitness,
  withCurrentHistory,
  type CheckedWitness,
  type CurrentHistory,
  type WitnessOutcome,
} from '../../app/pipeline/integrity/check-witnesses.ts';
import { headOf } from '../../app/pipeline/integrity/head-lines.ts';
import type { TokenVerdict } from '../../app/pipeline/integrity/timestamp/check-token.ts';
import { dayText, witnessText } from '../../app/pipeline/integrity/witness.ts';
import { OperatorError } from '../../core/errors.ts';
import { servedHead, type SignedHead } from '../../core/integrity-head.ts';
import { optional, type SettingKind } from '../../core/setting.ts';
import { DAY_MS, formatDatetime, parseDatetime, type Millis } from '../../core/time.ts';
import { CONNECTION_OPTIONS } from '../client/connection-options.ts';
import { withService, type TargetService } from '../client/with-service.ts';
import { action, JSON_OPTION, type ActionGroup, type Call, type Output } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { headFile } from '../head-files.ts';
import { quoted } from '../output/shown.ts';
import {
  authoritiesIn,
  timestampRecord,
  timestampText,
  timestampVerdict,
  TIMESTAMP_CA_OPTION,
} from '../timestamps.ts';

const day: SettingKind<Millis> = {
  placeholder: 'YYYY-MM-DD',
  parse: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? parseDatetime(`${text}T00:00:00Z`) : undefined),
  expects: 'must be a day in UTC such as 2026-11-17',
};

const SOURCE_OPTIONS = {
  ...CONNECTION_OPTIONS,
  // Without its variable: the variable alone does not turn this into a request to a service.
  url: optional(
    CONNECTION_OPTIONS.url.kind,
    'Read from this service instead of --data; --profile does the same',
  ),
} as const;

const WITNESS_OPTIONS = {
  day: optional(day, 'The day, in UTC; by default the last complete one'),
  json: JSON_OPTION,
  ...SOURCE_OPTIONS,
} as const;

const CHECK_OPTIONS = { timestampCa: TIMESTAMP_CA_OPTION, json: JSON_OPTION, ...SOURCE_OPTIONS } as const;

export const command: ActionGroup = {
  about: [
    'The head of a day is the hash of its last record, signed by the service. It commits the operator to everything up to that tick, but the operator has the key and could sign another history later. A head that an outsider holds rules that out.',
  ],
  listsActions: true,
  actions: {
    witness: action({
      summary: "Print a day's signed head for publication",
      about: [
        "Prints the signed head of a day as a short text: publish it by mail, in a git repository, in a post or in print, or send it to someone who keeps a copy. 'tidemark heads check' reads it, also if it was quoted or wrapped by a mail program.",
      ],
      options: WITNESS_OPTIONS,
      settings: ['data', 'store', 'clusterCredentials'],
      exitCodes: [[1, 'if there is no such head, or its signature does not match its key']],
      examples: ['tidemark heads witness', 'tidemark heads witness --day 2026-11-17 > 2026-11-17.txt'],
      run: (call, io) => overHistory(call, io, (current, write) => witness(call, current, write)),
    }),
    check: action({
      summary: 'Compare heads that others hold with the current history',
      about: [
        "Checks the signature of each head in the file and compares it with the history of the data directory, or of a service with --url. A history that was rewritten since is reported, even if it was signed again with the operator's own key. The file holds texts of 'tidemark heads witness' or heads as JSON; anything around the texts is ignored.",
        'If a head has an RFC 3161 timestamp, in the file, the directory or the service, that is checked too: it shows that the head existed at that time.',
        "This compares the records that the heads name. 'tidemark verify' checks that the stored values match these records.",
      ],
      positionals: [
        {
          name: 'FILE|-',
          about: 'File with heads; - reads standard input',
          missingMessage: 'name one file with heads: tidemark heads check FILE',
          completes: 'file',
        },
      ],
      options: CHECK_OPTIONS,
      settings: ['data', 'store', 'clusterCredentials'],
      exitCodes: [
        [
          1,
          'if the history contradicts a head, a head could not be checked, or a timestamp is not valid; with --timestamp-ca also if there is none',
        ],
      ],
      examples: [
        'tidemark heads check 2026-11-17.txt',
        'tidemark heads check - --url https://prices.example.com',
      ],
      run: (call, io) => {
        const witnesses = headFile(call.positionals[0]!, 'FILE');
        const authorities = authoritiesIn(call.options.timestampCa);
        return overHistory(call, io, async (current, write) => {
          const checked: Checked[] = [];
          for (const each of witnesses)
            checked.push({
              ...(await checkWitness(each, current)),
              timestamp: timestampVerdict(
                each.head,
                each.timestampToken ?? current.timestampToken(each.head),
                authorities,
              ),
            });
          await write(
            call.options.json ? `${quoted(checked.map(recordOf))}\n` : checked.map(lineOf).join(''),
          );
          return checked.every((each) => isRight(each, authorities !== undefined)) ? EXIT.ok : EXIT.failed;
        });
      },
    }),
  },
};

interface Checked extends CheckedWitness {
  /** Undefined if the head has none. */
  readonly timestamp: TokenVerdict | undefined;
}

function isRight({ outcome, timestamp }: Checked, needsTimestamp: boolean): boolean {
  return outcome === 'confirmed' && (timestamp ? timestamp.isRight : !needsTimestamp);
}

type Write = (text: string) => Promise<void> | void;
type SourceCall = Pick<Call<typeof SOURCE_OPTIONS>, 'given' | 'options' | 'config'>;

/** Reads the history of the data directory, or of the service that the options name. */
function overHistory(
  call: SourceCall,
  io: Output,
  use: (current: CurrentHistory, write: Write) => Promise<number>,
): Promise<number> {
  if (call.given.has('url') || call.given.has('profile'))
    return withService(call, io, async (service) => use(await historyOfService(service), service.write));
  const { data, store }: Pick<Settings, 'data' | 'store'> = call.config().settings;
  return withCurrentHistory({ data, store, onProblem: (text) => io.err(`tidemark: ${text}\n`) }, (current) =>
    use(current, io.out),
  );
}

async function historyOfService({ tidemark, signal }: TargetService): Promise<CurrentHistory> {
  const { keys } = await tidemark.integrityKeys({ signal });
  const dayHeads: SignedHead[] = [];
  const tokens = new Map<Millis, string>();
  for await (const each of tidemark.heads({ signal })) {
    const head = headOf(each);
    if (!head) throw new OperatorError('the service sent a head that cannot be read');
    dayHeads.push(head);
    if (each.timestampToken !== undefined) tokens.set(head.slot, each.timestampToken);
  }
  const isShown = (head: SignedHead) =>
    dayHeads.some(({ slot, recordHash }) => slot === head.slot && recordHash === head.recordHash);
  return {
    keys,
    dayHeads,
    timestampToken: (head) => (isShown(head) ? tokens.get(head.slot) : undefined),
  };
}

async function witness(
  { options }: Pick<Call<typeof WITNESS_OPTIONS>, 'options'>,
  current: CurrentHistory,
  write: Write,
): Promise<number> {
  const head = headOfDay(current.dayHeads, options.day);
  const key = keyOf(head, current.keys);
  const { outcome } = await checkWitness({ head, publicKey: key.x }, current);
  if (outcome !== 'confirmed')
    throw new OperatorError(
      `the head of ${dayText(head.slot)} cannot be published: ${WORDS[outcome]}. Run 'tidemark verify'`,
    );
  const timestampToken = current.timestampToken(head);
  const stamped = timestampToken === undefined ? {} : { timestampToken };
  await write(
    options.json
      ? `${quoted({ day: dayText(head.slot), ...servedHead(head), publicKey: key.x, ...stamped })}\n`
      : witnessText(head, key.x),
  );
  return EXIT.ok;
}

function headOfDay(heads: readonly SignedHead[], wanted: Millis | undefined): SignedHead {
  const [first, last] = [heads[0], heads.at(-1)];
  if (!first || !last)
    throw new OperatorError(
      'no day has a head yet: the head of a day is signed with the first tick of the next day',
    );
  if (wanted === undefined) return last;
  const head = heads.find(({ slot }) => wanted < slot && slot <= wanted + DAY_MS);
  if (head) return head;
  throw new OperatorError(
    `${formatDatetime(wanted).slice(0, 10)} has no head: there are heads from ${dayText(first.slot)} to ${dayText(last.slot)}`,
  );
}

function keyOf({ slot, keyId }: SignedHead, keys: readonly IntegrityKey[]): IntegrityKey {
  const key = keys.find(({ kid }) => kid === keyId);
  if (key) return key;
  throw new OperatorError(
    `the head of ${dayText(slot)} is signed with the key ${keyId}, which is not among the keys of heads: restore integrity-keys.json from a backup`,
  );
}

const WORDS: Readonly<Record<WitnessOutcome, string>> = {
  confirmed: 'the history has the record that it names',
  rewritten: 'REWRITTEN: the operator signed this head, and the history is different now',
  missing: 'MISSING: the operator signed this head, and the history has no such tick now',
  'unknown-key':
    'UNKNOWN KEY: it is signed with a key that the service does not list: it belongs to another service, or the operator has replaced the key',
  forged: 'NOT SIGNED: its signature does not match: the text was altered',
  'not-shown':
    'NOT CHECKED: a service only shows the last head of each complete day; check this one against the data directory',
};

function lineOf({ witness: { head }, outcome, currentHash, timestamp }: Checked): string {
  const other = currentHash === undefined ? '' : `: record ${currentHash} instead of ${head.recordHash}`;
  return `${dayText(head.slot)}  ${formatDatetime(head.slot)}  ${WORDS[outcome]}${other}; ${timestampText(timestamp)}\n`;
}

function recordOf({ witness: { head }, outcome, currentHash, timestamp }: Checked) {
  const { slot, recordHash, keyId } = servedHead(head);
  return {
    day: dayText(head.slot),
    slot,
    recordHash,
    keyId,
    outcome,
    ...(currentHash !== undefined && { currentHash }),
    ...(timestamp && { timestamp: timestampRecord(timestamp) }),
  };
}
