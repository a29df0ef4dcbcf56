import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { Tidemark } from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();
let folder: string;

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout, stderr } = await tidemark.run(['completion', shell]);
  expect([code, stderr]).toEqual([0, '']);
  const file = join(folder, `tidemark.${shell}`);
  writeFileSync(file, stdout);
  return file;
}

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, TERM: 'dumb' },
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

/** Types each line into an interactive zsh, presses the tab key, and prints the resulting line. */
const ZSH_DRIVER = `zmodload zsh/zpty
zpty shell 'zsh -f -i'
zpty -w shell "PROMPT=; autoload -Uz compinit; compinit -u -D; source $1; show() { print -r -- \\"<<\\$BUFFER>>\\"; BUFFER=''; }; zle -N show; bindkey '^G' show; print REA''DY"
zpty -r shell seen '*READY*'
shift
for line in "$@"; do
  zpty -w -n shell "$line"$'\\t\\a'
  zpty -r shell seen '*<<*>>*'
  seen="\${seen##*<<}"
  print -r -- "\${seen%%>>*}"
done
zpty -d shell
`;

beforeEach(() => (folder = tidemark.newFolder()));

describe('a shell completes commands', () => {
  test('zsh', async () => {
    const driver = join(folder, 'driver.zsh');
    writeFileSync(driver, ZSH_DRIVER);
    const lines = {
      'tidemark clie': 'tidemark clients ',
      'tidemark clients en': 'tidemark clients enable ',
      'tidemark clients add --sco': 'tidemark clients add --scope=',
      'tidemark clients add --scope read:m': 'tidemark clients add --scope read:market-cap ',
      'tidemark export ti': 'tidemark export ticks ',
      'tidemark export ticks --format=nd': 'tidemark export ticks --format=ndjson ',
      'tidemark help ver': 'tidemark help verify ',
      'tidemark help get spark': 'tidemark help get sparklines ',
      'tidemark serve --source=si': 'tidemark serve --source=simulator ',
      'tidemark --ver': 'tidemark --version ',
      'tidemark backup /usr/loc': 'tidemark backup /usr/local/',
    };
    const completed = run('zsh', ['-f', driver, await scriptFor('zsh'), ...Object.keys(lines)]);
    expect(completed.replace(/\n$/, '').split('\n')).toEqual(Object.values(lines));
  });

  test('fish', async () => {
    const script = await scriptFor('fish');
    const offered = (line: string) =>
      run('fish', ['--no-config', '-c', `source ${script}; complete -C '${line}'`])
        .split('\n')
        .flatMap((each) => (each === '' ? [] : [each.split('\t')[0]!]));
    expect(offered('tidemark cl')).toEqual(['clients', 'cluster']);
    expect(offered('tidemark clients en')).toEqual(['enable']);
    expect(offered('tidemark clients add --sc')).toEqual(['--scope']);
    expect(offered('tidemark clients add --scope read:m')).toEqual(['read:market-cap']);
    expect(offered('tidemark export ')).toEqual(['candles', 'ohlcv', 'ticks']);
    expect(offered('tidemark export ticks --format=n')).toEqual(['--format=ndjson']);
    expect(offered('tidemark help ver')).toEqual(['verify']);
    expect(offered('tidemark help get spark')).toEqual(['sparklines']);
    expect(offered('tidemark keys --js')).toEqual(['--json']);
    expect(offered('tidemark --ver')).toEqual(['--version']);
    expect(offered('tidemark backup /usr/loc')).toEqual(['/usr/local/']);
  });
});
