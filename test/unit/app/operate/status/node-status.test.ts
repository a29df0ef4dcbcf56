import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  acquireDirectory,
  type OwnedDirectory,
} from '../../../../../src/app/operate/control/admin-access.ts';
import type { AddedCommand } from '../../../../../src/app/operate/control/admin.ts';
import { readNode, writeNode } from '../../../../../src/app/directory/node-file.ts';
import { command as backfillCommand } from '../../../../../src/cli/commands/backfill.ts';
import { command as statusCommand } from '../../../../../src/cli/commands/status.ts';
import { NodeState } from '../../../../../src/cluster/roles/node-state.ts';
import { NODE_COMMAND, type NodeStatus } from '../../../../../src/app/operate/status/node-status.ts';
import { OperatorError } from '../../../../../src/core/errors.ts';
import { runInProcess } from '../../../../support/command-line.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const newFolder = temporaryFolders();
const NODE = {
  role: 'compute',
  store: 'postgres://***@db/tidemark',
  bus: 'nats://n1:4222',
  version: '9.9.9',
};
const LEADER = {
  running: true,
  pid: 4711,
  directory: '/leading/elsewhere',
  lastTick: '2026-03-01T12:00:00.000Z',
  latenessSeconds: 0.5,
  series: { MWA: 1, GWA: 2, LX: 3 },
  tickDays: { count: 1 },
  damage: { blocks: 0, files: [] },
  quarantine: { files: 0, newest: [] },
};

let owned: OwnedDirectory | undefined;
afterEach(async () => {
  await owned?.close();
  owned = undefined;
});

/** A node on a new folder, with its status and its answer for the status of the service. */
async function run(state: NodeState, status: AddedCommand): Promise<string> {
  const folder = newFolder();
  writeNode(folder, NODE);
  owned = await acquireDirectory(folder, new ManualClock(0), [], {
    commands: [
      [NODE_COMMAND, () => state.status()],
      ['status', status],
    ],
  });
  return folder;
}

function opened(missing: string[] = []): NodeState {
  const state = new NodeState(NODE, 'compute host 1', new ManualClock(0));
  state.setOpen({ missing: () => missing, describe: () => ({ compute: { leads: false } }) });
  return state;
}

const statusOf = (folder: string, ...options: string[]) =>
  runInProcess('status', statusCommand, ['--data', folder, ...options]);

describe('the status of a node', () => {
  test('shows its role and content, and separately the status from the leader', async () => {
    const folder = await run(opened(), () => LEADER);
    writeFileSync(join(folder, 'gaps.log'), 'x'.repeat(1024 * 1024));
    const { out, code } = await statusOf(folder);
    const [own, service] = out.split('\n\n');
    expect(own).toMatch(new RegExp(`^node +compute, running, process ${process.pid}, version 9.9.9$`, 'm'));
    expect(own).toMatch(/^work +stands by$/m);
    expect(own).toContain(folder);
    expect(own).toMatch(/^store +postgres:\/\/\*\*\*@db\/tidemark$/m);
    expect(own).toMatch(/^copies +gaps.log 1.0 MiB$/m);
    expect(own).not.toMatch(/4711|elsewhere|last tick|damage/);
    expect(service).toMatch(
      /^service +as reported by the leading compute node: process 4711, \/leading\/elsewhere/,
    );
    expect(service).toMatch(/^last tick +2026-03-01T12:00:00.000Z$/m);
    expect(service).not.toMatch(/damage|disk|reference/);
    expect(code).toBe(0);
  });

  test('says why the service is unknown if no process leads', async () => {
    const folder = await run(opened(['bus']), () => {
      throw new OperatorError('no compute node leads at the moment');
    });
    const { out, code } = await statusOf(folder);
    expect(out).toMatch(/^not ready +bus$/m);
    expect(out).toMatch(/^service +unknown: no compute node leads at the moment$/m);
    expect(code).toBe(5);
  });

  test('shows what a start waits for', async () => {
    const clock = new ManualClock(0);
    const state = new NodeState({ ...NODE, role: 'serve' }, 'serve host 1', clock);
    state.setStep(() => 'waiting for prices');
    clock.advance(7000);
    const folder = await run(state, () => LEADER);
    const { out, code } = await statusOf(folder);
    expect(out).toMatch(/^node +serve, starting, process \d+, for 7 s: waiting for prices/m);
    expect(code).toBe(4);
  });

  test('of a stopped one refers to the store, and raises no alarm', async () => {
    const folder = newFolder();
    writeNode(folder, NODE);
    const { out, code } = await statusOf(folder);
    expect(out).toMatch(/^node +compute, stopped; version 9.9.9 ran here last$/m);
    expect(out).toMatch(/^service +unknown, .* in the store/m);
    expect(out).not.toMatch(/none yet|missing|damage/);
    expect(code).toBe(3);
    const json = JSON.parse((await statusOf(folder, '--json')).out) as NodeStatus;
    expect(json).toMatchObject({ running: false, directory: folder, node: NODE, own: { copies: {} } });
  });
});

test('a directory with an empty file is still that of a node; without one it is not', () => {
  const folder = newFolder();
  expect(readNode(folder)).toBeUndefined();
  for (const text of ['', '[]', '{"role":"serve"}']) {
    writeFileSync(join(folder, 'node.json'), text);
    expect(readNode(folder)).toMatchObject({ role: expect.stringContaining('damaged'), store: 'unknown' });
  }
  writeNode(folder, NODE);
  expect(readNode(folder)).toEqual(NODE);
});

test('backfill on the directory of a stopped node says where to run it', async () => {
  const folder = newFolder();
  writeNode(folder, NODE);
  const asked = runInProcess('backfill', backfillCommand, ['--days', '2', '--data', folder]);
  await expect(asked).rejects.toThrow(/directory of a stopped node \(--role compute\) .*start/);
});
