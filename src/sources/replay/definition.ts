import { OperatorError, operatorErrorsOf } from '../../core/errors.ts';
import type { ReferenceData } from '../../core/reference-data.ts';
import { formatDatetime } from '../../core/time.ts';
import { optional, path } from '../../core/setting.ts';
import type { SourceDefinition, SourceOptions } from '../source-definition.ts';
import { readBeginFrame, recordingFiles } from '../recording/recording-file.ts';

const MIB = 2 ** 20;

/** Plays a recording through the whole service. */
export const REPLAY = {
  name: 'replay',
  description: 'a recording of another source',
  origin: 'replayed',
  problems: (options) => [
    ...(typeof options['replay'] === 'string'
      ? operatorErrorsOf(() => readBeginFrame(filesOf(options)[0]!), '--replay')
      : ['--source replay needs a recording: give it with --replay PATH']),
    ...(options['role'] === undefined
      ? []
      : ['--source replay plays a recording in one process: leave --role out']),
  ],
  settings: { replay: optional(path, 'Recording to play: a file, or a folder of files') },
  identity: (options) => {
    const { source, after } = readBeginFrame(filesOf(options)[0]!);
    return { recorded: source, since: formatDatetime(after) };
  },
  readIdentity: ({ recorded, since }) =>
    typeof recorded === 'string' && typeof since === 'string' ? { recorded, since } : undefined,
  outdated: () => undefined,
  diskUse: () => ({ sourceName: 'a recording', smallestBytes: 256 * MIB, dayBytes: 72e6 }),
  startsAt: (options) => readBeginFrame(filesOf(options)[0]!).after,
  async prepare(options, { onWarning }) {
    const { ReplaySource } = await import('./replay-source.ts');
    const files = filesOf(options);
    return {
      open: (clock) => new ReplaySource({ files, clock, onWarning }),
      universe: (): ReferenceData => readBeginFrame(files.at(-1)!).reference,
    };
  },
} as const satisfies SourceDefinition;

function filesOf({ replay }: SourceOptions): string[] {
  if (typeof replay !== 'string')
    throw new OperatorError('--source replay needs a recording: give it with --replay PATH');
  return recordingFiles(replay);
}
