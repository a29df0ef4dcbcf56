import { describe, expect, test } from 'vitest';
import { takeOptions } from '../../../src/cli/options.ts';
import { UsageError } from '../../../src/cli/usage.ts';

const take = (...args: string[]) =>
  takeOptions(args, { values: ['--name', '--scope'], switches: ['--json'] });

describe('a command takes', () => {
  test('its own options, with a space or an equals sign', () => {
    const { options } = take('--name', 'desk', '--scope=read:LX', '--json');
    expect(Object.fromEntries(options)).toEqual({ '--name': 'desk', '--scope': 'read:LX', '--json': 'true' });
  });

  test('values with spaces, line ends and equals signs whole', () => {
    expect(take('--name=a=b\nc d').options.get('--name')).toBe('a=b\nc d');
    expect(take('--name', 'a=b c').options.get('--name')).toBe('a=b c');
  });

  test('what is no option as positional', () => {
    expect(take('tm-1', '--json', 'tm-2').positional).toEqual(['tm-1', 'tm-2']);
  });

  test('and leaves the settings of the service, with their values', () => {
    const { others, positional } = take('tm-1', '--data', './data', '--log-level=warn', '--json', 'tm-2');
    expect(others).toEqual(['--data', './data', '--log-level=warn']);
    expect(positional).toEqual(['tm-1', 'tm-2']);
  });

  test('no option without its value', () => {
    expect(() => take('--name')).toThrow(UsageError);
    expect(() => take('--name')).toThrow('--name needs a value');
  });

  test('no other option for a value', () => {
    expect(() => take('--name', '--json')).toThrow(UsageError);
  });
});
