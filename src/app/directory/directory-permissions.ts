import { join } from 'node:path';
import { type Stats, readdirSync, statSync } from '../../disk/files.ts';
import { OperatorError } from '../../core/errors.ts';
import { SECRET_FILES } from './store-node.ts';
import { groupMembers, groupName, userName } from './account-names.ts';
import { shellWord } from './data-option.ts';

const OTHER_FILES = [
  'tidemark.json',
  'contracts.log',
  'reference.log',
  'audit.log',
  'audit-head.json',
  'backfill.json',
  'seeding.json',
  'integrity-heads.log',
  'integrity-count.json',
  'integrity-timestamps.log',
  'scrub.json',
  'lost-ticks.json',
  'maintenance.json',
  'gaps.log',
  'store.json',
  'node.json',
  'revocations.json',
  'published.json',
];
const FOLDERS = [
  'inputs',
  'kept-receipts',
  ...['journal', 'hours', 'days', 'candles'].map((name) => join('history', name)),
];

const WRITABLE_BY_GROUP = 0o020;
const WRITABLE_BY_OTHERS = 0o002;
/** A service group may read secrets, for instance to back them up. */
const OPEN_SECRET = 0o027;
const MODE_BITS = 0o7777;
/** If more files than this belong to another user, only one is named. */
const MAX_NAMED = 10;

/** Refuses a directory, secrets or files that other users can change or read, and says which commands repair that. */
export function refuseUnsafePermissions(folder: string): void {
  const directory = statSync(folder);
  const problems = [...loosePermissions(folder, directory), ...foreignFiles(folder, directory)];
  if (problems.length === 0) return;
  throw new OperatorError(
    [
      `owners or permissions in ${folder} are not safe:`,
      ...problems.map(({ problem }) => `  ${problem}`),
      'These commands repair them:',
      ...commandsOf(problems).map((command) => `  ${sudoFor(command, directory.uid)}${command}`),
      ...(isOwner(directory.uid) ? [] : [`Or use a new directory: --data ${join(folder, 'tidemark')}`]),
    ].join('\n'),
  );
}

/** Root may do what the owner may. */
function isOwner(uid: number): boolean {
  const effective = process.geteuid?.() ?? uid;
  return effective === uid || effective === 0;
}

/** Only root can change the owner of a file. */
function sudoFor(command: string, uid: number): string {
  const isEnough = command.startsWith('chown') ? isOwner(0) : isOwner(uid);
  return isEnough ? '' : 'sudo ';
}

interface Problem {
  readonly problem: string;
  readonly command: string;
  readonly path: string;
}

function loosePermissions(folder: string, directory: Stats): Problem[] {
  const problems: Problem[] = [];
  if (isWritableByOthers(directory)) {
    const problem = `${folder} has mode ${modeOf(directory)}: other users may replace its files`;
    problems.push({ problem, command: 'chmod 0700', path: folder });
  }
  for (const name of SECRET_FILES) {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || (stats.mode & OPEN_SECRET) === 0) continue;
    const problem = `${path} has mode ${modeOf(stats)}: other users may read or change it`;
    problems.push({ problem, command: 'chmod 0600', path });
  }
  return problems;
}

function isWritableByOthers(directory: Stats): boolean {
  if ((directory.mode & WRITABLE_BY_OTHERS) !== 0) return true;
  return (directory.mode & WRITABLE_BY_GROUP) !== 0 && !isPrivateGroup(directory);
}

/**
 * Whether the owner is the only member of the group. Never true for root's group: containers of other users
 * run with it.
 */
function isPrivateGroup({ uid, gid }: Stats): boolean {
  const group = process.geteuid?.() === 0 ? gid : process.getegid?.();
  if (gid === 0 || uid !== gid || group !== gid) return false;
  const owner = userName(uid);
  return groupMembers(gid).every((name) => name === owner);
}

function foreignFiles(folder: string, { uid, gid }: Stats): Problem[] {
  const effective = process.geteuid?.() ?? uid;
  // Root acts as the owner of the directory; any other process creates files as itself.
  const expected = new Set(effective === 0 ? [uid] : [uid, effective]);
  const chown = `${userName(uid)}:${groupName(gid)}`;
  const foreign = ownFiles(folder).flatMap((path): Problem[] => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || expected.has(stats.uid)) return [];
    const problem = `${path} belongs to ${userName(stats.uid)}, the directory to ${userName(uid)}`;
    return [{ problem, command: `chown ${chown}`, path }];
  });
  if (foreign.length <= MAX_NAMED) return foreign;
  const problem = `${foreign.length} files in it belong to another user, for instance: ${foreign[0]?.problem}`;
  return [{ problem, command: `chown -R ${chown}`, path: folder }];
}

/** Files that Tidemark creates in a data directory. Files that an operator adds are not checked. */
function ownFiles(folder: string): string[] {
  const top = [...SECRET_FILES, ...OTHER_FILES].map((name) => join(folder, name));
  const below = FOLDERS.flatMap((name) => filesIn(join(folder, name)));
  return [...top, ...below];
}

/** Empty if the folder is missing, or if this user cannot read it: the code that needs the folder reports that. */
function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code)) return [];
    throw error;
  }
}

/** One command per kind of repair, with all files that need it. */
function commandsOf(problems: readonly Problem[]): string[] {
  const commands = [...new Set(problems.map(({ command }) => command))];
  return commands.map((command) => {
    const paths = problems.filter((each) => each.command === command).map(({ path }) => shellWord(path));
    return `${command} ${paths.join(' ')}`;
  });
}

function modeOf({ mode }: Stats): string {
  return (mode & MODE_BITS).toString(8).padStart(4, '0');
}
