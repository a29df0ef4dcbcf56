import type { AddedCommand } from './admin.ts';
import type { CommandQueue } from './command-queue.ts';

/**
 * What a running service would do, for the command that owns a directory in its place and for others that come
 * meanwhile. Those that need history as it stands run one after the other. Each is loaded when it is wanted: a short
 * command should not wait for history.
 */
export function stoppedCommands(
  folder: string,
  queue: CommandQueue,
): [name: string, command: AddedCommand][] {
  return [
    ['status', async () => (await import('../status/status.ts')).stoppedStatus(folder)],
    [
      'backup.cut',
      (args) => queue.run(async () => (await import('../backup/cut-stopped.ts')).cutStopped(folder, args)),
    ],
    [
      'import.ohlcv',
      (args) =>
        queue.run(async () => (await import('../import/import-stopped.ts')).importStopped(folder, args)),
    ],
  ];
}
