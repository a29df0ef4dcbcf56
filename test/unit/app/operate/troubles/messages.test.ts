import { beforeAll, expect, test } from 'vitest';
import { TroubleFinder } from '../../../../../src/app/operate/troubles/find-trouble.ts';
import { TROUBLE_AREAS, troubleFinder } from '../../../../../src/app/operate/troubles/troubles.ts';
import {
  SourceMessages,
  type MessageSite,
  type NamedTexts,
} from '../../../../support/messages/message-sites.ts';

/** Logged texts that another file creates, by the place that logs them. Texts named `what` are found where they are passed on. */
const MADE_ELSEWHERE: Readonly<Record<string, readonly NamedTexts[]>> = {
  'src/app/compose/compose.ts disk.warning': [{ file: 'src/app/directory/disk-plan.ts', name: 'warning' }],
  'src/app/compose/pipeline-handlers.ts report.outage': [
    { file: 'src/sources/live/live-source.ts', name: 'outage' },
  ],
  'src/app/pipeline/backfill/work/backfill-space.ts shortage.reason': [
    { file: 'src/app/pipeline/backfill/work/backfill-space.ts', name: 'reason' },
  ],
  'src/cli/commands/serve.ts warning': [
    { file: 'src/app/config/config.ts', name: 'warnings' },
    { file: 'src/sources/live/settings/configured-exchanges.ts', name: 'exchangeWarnings' },
  ],
  'src/cluster/roles/compute/compute-term.ts why': [
    { file: 'src/cluster/roles/compute/compute-term.ts', name: 'over' },
  ],
  'src/sources/live/batched-warnings.ts failing': [
    { file: 'src/sources/live/exchange-failures.ts', name: 'failing' },
    { file: 'src/sources/live/socket-failures.ts', name: 'failing' },
  ],
  'src/sources/live/batched-warnings.ts recovering': [
    { file: 'src/sources/live/exchange-failures.ts', name: 'recovering' },
    { file: 'src/sources/live/socket-failures.ts', name: 'recovering' },
  ],
};
const PASSED_ON = /^(?:message\.)?what$|^\{ what,/;

/**
 * Errors that refuse a command or a setting. Their text says what is wrong with it, and there is nothing else to explain. Files
 * or folders with only such errors, or texts.
 */
const REQUESTS = [
  'src/cli/',
  'src/app/operate/backup/cut.ts',
  'src/app/operate/control/admin.ts',
  'src/app/operate/control/long-lived-commands.ts',
  'src/app/operate/export/export.ts',
  'src/app/operate/import/',
  'src/auth/client-registry.ts',
  'src/auth/tokens/long-lived-tokens.ts',
  'src/reference/tier-file.ts',
  'src/sources/live/settings/',
  'src/sources/live/trial/',
  'src/sources/live/understand/overrides.ts',
  '{} belongs to a node whose clients are in a database: there is no clients.json to reseal',
  'an import needs the records to store',
  'an import needs the temporary name of its staged file',
  'days must be a whole number from 1 to {}',
  'the arguments of a command must be an object of at most 64 KiB',
  'there is no {}, so there is nothing to reseal',
];

/** Errors with a text from another process or from the caller. */
const RELAYED = [
  'src/app/directory/control-socket.ts error',
  'src/app/operate/control/admin-access.ts reason',
  'src/app/pipeline/backfill/work/backfill-space.ts shortage.reason',
  'src/app/pipeline/seeding/seeding.ts failedText(this.#failed)',
  'src/auth/client-file.ts `${path} ${unsealed.problem}: ${advice}`',
  'src/auth/key-file.ts `${path} ${unsealed.problem}: ${advice}`',
  'src/cluster/nats/responding.ts outcome.message',
  'src/disk/regular-file.ts `${path} ${reason}`',
  "src/sources/recording/recording-file.ts `${path} ${problem ?? 'is not a recording'}`",
];

/** An error needs no entry if its text says what to do: a verb in the imperative, a command or an option. */
const VERBS =
  'add|check|choose|compare|correct|copy|finish|give|install|leave|log in|look|make|move|name|pass|raise|reduce|remove|repair|restore|' +
  'retry|run|see|set|split|start|stop|take|try|unset|use|wait|write';
const SAYS_WHAT_TO_DO = new RegExp(`(?:[:.;,]| or) (?:first )?(?:${VERBS})\\b|'tidemark [a-z]+|--[a-z]`, 'i');

const finder = troubleFinder();
let messages: SourceMessages;

beforeAll(() => {
  messages = new SourceMessages();
});

function textsOf({ file, source, texts }: MessageSite): readonly string[] {
  if (texts.length > 0) return texts;
  const made = Object.entries(MADE_ELSEWHERE).filter(([place]) => {
    const [path = '', name = ''] = place.split(' ');
    return path === file && source.includes(name);
  });
  return made
    .flatMap(([, named]) => named.flatMap((each) => messages.named(each)))
    .filter((text) => text !== '' && text !== '{}');
}

function logged(): MessageSite[] {
  return messages.sites.filter(({ kind }) => kind !== 'error');
}

function describe({ file, line }: MessageSite, text: string): string {
  return `${file}:${line} ${text}`;
}

test('every warning and error of the log has an entry', () => {
  expect(logged().length).toBeGreaterThan(150);
  const missing = logged().flatMap((site) =>
    textsOf(site).flatMap((text) => (finder.find(text) ? [] : [describe(site, text)])),
  );
  expect(missing, 'add these to src/app/operate/troubles').toEqual([]);
});

test('every text of the log is found, also one created elsewhere', () => {
  const unknown = logged().filter((site) => textsOf(site).length === 0 && !PASSED_ON.test(site.source));
  expect(
    unknown.map((site) => describe(site, site.source)),
    'name these in MADE_ELSEWHERE',
  ).toEqual([]);
});

test('every error that ends a command has an entry, says what to do, or refuses the request', () => {
  const errors = messages.sites.filter(({ kind }) => kind === 'error');
  expect(errors.length).toBeGreaterThan(250);
  const missing = errors.flatMap((site) => {
    if (RELAYED.includes(`${site.file} ${site.source}`)) return [];
    const isRequest = (text: string) => REQUESTS.some((each) => each === text || site.file.startsWith(each));
    const texts = site.texts.length === 0 ? ['{}'] : site.texts;
    return texts.flatMap((text) =>
      finder.find(text) || SAYS_WHAT_TO_DO.test(text) || isRequest(text) ? [] : [describe(site, text)],
    );
  });
  expect(missing, 'add these to src/app/operate/troubles, or have them say what to do').toEqual([]);
});

test('every message of the table is logged or printed somewhere', () => {
  const texts = [...new Set(messages.sites.flatMap(textsOf))];
  const unused = TROUBLE_AREAS.flatMap(({ title, troubles }) =>
    troubles.flatMap((trouble) =>
      trouble.messages.filter((message) => {
        const alone = new TroubleFinder([{ title, troubles: [{ ...trouble, messages: [message] }] }]);
        return !texts.some((text) => alone.find(text));
      }),
    ),
  );
  expect(unused).toEqual([]);
});

test('every exception of this test is still needed', () => {
  const sites = messages.sites.map(({ file, source }) => `${file} ${source}`);
  const texts = new Set(messages.sites.flatMap((site) => site.texts));
  expect(RELAYED.filter((each) => !sites.includes(each))).toEqual([]);
  expect(REQUESTS.filter((each) => !texts.has(each) && !sites.some((site) => site.startsWith(each)))).toEqual(
    [],
  );
  expect(
    Object.values(MADE_ELSEWHERE).flatMap((named) =>
      named.filter((each) => messages.named(each).length === 0),
    ),
  ).toEqual([]);
});
