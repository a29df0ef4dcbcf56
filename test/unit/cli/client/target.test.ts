import { describe, expect, test } from 'vitest';
import { CONNECTION_OPTIONS, type ConnectionCall } from '../../../../src/cli/client/connection-options.ts';
import { ConfigError } from '../../../../src/app/config/config-error.ts';
import { UnusableProfile, type Profile } from '../../../../src/cli/client/profiles.ts';
import { targetOf } from '../../../../src/cli/client/target.ts';
import { action, UsageError } from '../../../../src/cli/command.ts';
import { readCall } from '../../../../src/cli/read-call.ts';
import { OperatorError } from '../../../../src/core/errors.ts';

const DESK: Profile = { url: 'https://prices.example.com', clientId: 'desk', clientSecret: 'of the desk' };
const LAB: Profile = { url: 'https://lab.example.com', token: 'of the lab' };

const COMMAND = action({ options: CONNECTION_OPTIONS, run: () => 0 });

async function target(
  args: readonly string[],
  environment: Record<string, string> = {},
  kept: Readonly<Record<string, Profile>> = {},
) {
  const call = (await readCall('get', COMMAND, args, environment)) as unknown as ConnectionCall;
  return targetOf(call, { read: (name) => kept[name], names: () => Object.keys(kept) });
}

describe('the target service', () => {
  test('is the local one with the demo client by default', async () => {
    expect(await target([])).toEqual({
      url: 'http://localhost:8080',
      identity: { clientId: 'demo', clientSecret: 'demo' },
      isDemo: true,
    });
    expect(await target(['--url', 'http://127.0.0.1:9000'])).toMatchObject({ isDemo: true });
  });

  test('needs a client if it is remote', async () => {
    await expect(target(['--url', 'https://prices.example.com'])).rejects.toThrow(
      /^no credentials for https:\/\/prices\.example\.com: use 'tidemark login --url https/,
    );
  });

  test('is the one of the profile', async () => {
    const { url, ...identity } = DESK;
    expect(await target([], {}, { default: DESK })).toEqual({ url, identity, isDemo: false });
    expect(await target(['--profile', 'lab'], {}, { default: DESK, lab: LAB })).toMatchObject({
      url: LAB.url,
      identity: { token: 'of the lab' },
    });
    expect(await target([], { TIDEMARK_PROFILE: 'lab' }, { default: DESK, lab: LAB })).toMatchObject({
      url: LAB.url,
    });
  });

  test('never receives the secret of a profile for another service', async () => {
    const kept = { default: DESK, lab: LAB };
    expect(await target(['--url', LAB.url], {}, kept)).toMatchObject({ identity: { token: 'of the lab' } });
    expect(await target(['--url', 'http://localhost:9000'], {}, kept)).toMatchObject({ isDemo: true });
    await expect(target(['--url', 'https://other.example.com'], {}, kept)).rejects.toThrow(OperatorError);
    await expect(target(['--url', LAB.url, '--profile', 'default'], {}, kept)).rejects.toThrow(
      'profile default is for https://prices.example.com: leave out --url or --profile',
    );
    await expect(
      target([], { TIDEMARK_URL: 'https://other.example.com', TIDEMARK_PROFILE: 'lab' }, kept),
    ).rejects.toThrow(OperatorError);
  });

  test('is set by options, then variables, then a profile', async () => {
    const environment = { TIDEMARK_TOKEN: 'of a variable', TIDEMARK_URL: 'https://a.example.com' };
    expect(await target([], environment, { default: DESK })).toEqual({
      url: 'https://a.example.com',
      identity: { token: 'of a variable' },
      isDemo: false,
    });
    const client = ['--client-id', 'x', '--client-secret', 'y'];
    expect(await target(client, environment)).toMatchObject({
      identity: { clientId: 'x', clientSecret: 'y' },
    });
    expect(await target(['--token', 't'], { TIDEMARK_CLIENT_ID: 'x' })).toMatchObject({
      identity: { token: 't' },
    });
    await expect(target(['--token', 't', ...client])).rejects.toThrow(UsageError);
    await expect(target(['--client-id', 'x'])).rejects.toThrow('TIDEMARK_CLIENT_SECRET');
    await expect(target([], { TIDEMARK_CLIENT_SECRET: 'y' })).rejects.toThrow('--client-id');
  });

  test('is that of --profile, regardless of variables', async () => {
    const kept = { default: DESK, lab: LAB };
    const environment = {
      TIDEMARK_URL: 'https://a.example.com',
      TIDEMARK_CLIENT_ID: 'of a variable',
      TIDEMARK_CLIENT_SECRET: 'of a variable',
    };
    const lab = { url: LAB.url, identity: { token: 'of the lab' }, isDemo: false };
    expect(await target(['--profile', 'lab'], environment, kept)).toEqual(lab);
    expect(await target(['--profile', 'lab'], { TIDEMARK_TOKEN: 'x' }, kept)).toEqual(lab);
    const typed = ['--profile', 'lab', '--token', 'typed'];
    expect(await target(typed, environment, kept)).toEqual({ ...lab, identity: { token: 'typed' } });
    await expect(target(['--profile', 'lab', '--client-id', 'x'], environment, kept)).rejects.toThrow(
      'with --profile, --client-id needs --client-secret',
    );
  });

  test('is never that of a profile with a secret from a variable', async () => {
    const kept = { default: DESK, lab: LAB };
    const usual = { url: 'http://localhost:8080', isDemo: false };
    expect(await target([], { TIDEMARK_TOKEN: 'x' }, kept)).toEqual({ ...usual, identity: { token: 'x' } });
    expect(await target(['--client-id', 'x'], { TIDEMARK_CLIENT_SECRET: 'y' }, kept)).toEqual({
      ...usual,
      identity: { clientId: 'x', clientSecret: 'y' },
    });
    await expect(target([], { TIDEMARK_TOKEN: 'x', TIDEMARK_PROFILE: 'lab' }, kept)).rejects.toThrow(
      UsageError,
    );
    expect(await target(['--token', 'typed'], {}, kept)).toMatchObject({ url: DESK.url });
  });

  test('does not need unreadable profiles', async () => {
    const profiles = {
      names: () => ['bad', 'default', 'lab'],
      read: (name: string) => {
        if (name === 'lab') return LAB;
        throw new UnusableProfile(
          `other users can access ${name}.json`,
          name === 'bad' ? undefined : DESK.url,
        );
      },
    };
    const found = async (...args: readonly string[]) =>
      targetOf((await readCall('get', COMMAND, args, {})) as unknown as ConnectionCall, profiles);
    expect(await found('--url', LAB.url)).toMatchObject({ identity: { token: 'of the lab' } });
    expect(await found('--url', DESK.url, '--token', 't')).toMatchObject({ identity: { token: 't' } });
    await expect(found()).rejects.toThrow('other users can access default.json');
  });

  test('is never accessed as the demo client if an unusable profile may be for it', async () => {
    const found = async (url: string | undefined) => {
      const profiles = {
        names: () => ['default'],
        read: () => {
          throw new UnusableProfile('other users can access default.json', url);
        },
      };
      const call = await readCall('get', COMMAND, ['--url', 'http://localhost:9000'], {});
      return targetOf(call as unknown as ConnectionCall, profiles);
    };
    await expect(found(undefined)).rejects.toThrow('other users can access default.json');
    await expect(found('http://localhost:9000')).rejects.toThrow(ConfigError);
    expect(await found(DESK.url)).toMatchObject({ isDemo: true });
  });

  test('is distinguished from a missing profile', async () => {
    await expect(target(['--profile', 'desk'])).rejects.toThrow("'tidemark login' creates one");
    await expect(target(['--profile', 'desk'], {}, { lab: LAB })).rejects.toThrow('there are lab');
    await expect(target(['--profile', '../x'])).rejects.toThrow(UsageError);
    await expect(target(['--url', 'http://me:hush@localhost'])).rejects.toThrow(
      /^(?!.*hush).*got "http:\/\/\.\.\.@localhost"/,
    );
  });
});
