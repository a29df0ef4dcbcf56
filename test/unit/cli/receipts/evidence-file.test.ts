import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { evidence } from '../../../../sdk/src/evidence/index.ts';
import type { IntegrityHead } from '../../../../sdk/src/node.ts';
import { headFile } from '../../../../src/cli/head-files.ts';
import { checkedFileText, checkFile } from '../../../../src/cli/receipts/evidence-file.ts';
import { witnessText } from '../../../../src/app/pipeline/integrity/witness.ts';
import { OperatorError } from '../../../../src/core/errors.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';
import { signedHeads, type HeadSigner } from '../../../support/signed-heads.ts';
import { AT, market } from './some-receipts.ts';

const newFolder = temporaryFolders();
const receipt = market({ recordHash: 'aa' });
const DEEP = 200_000;
let signer: HeadSigner;
let head: IntegrityHead;

beforeAll(async () => {
  signer = await signedHeads();
  head = await signer.head(AT, 'aa');
});

function fileWith(content: string): string {
  const path = join(newFolder(), 'given.html');
  writeFileSync(path, content);
  return path;
}

describe('a file of evidence', () => {
  const page = (source?: string) => fileWith(evidence({ receipt, head, keys: signer.keys, source }));

  test('says that its source is not signed', async () => {
    expect(checkedFileText(await checkFile(page('simulator')))).toContain(
      '\n  not signed: source: the file says: simulated data, no real prices. No signature covers that\n',
    );
    expect(checkedFileText(await checkFile(page()))).toContain(
      '\n  not signed: source: the file does not say whether the market was simulated. No signature covers that\n',
    );
  });

  test('names the source of the keys', async () => {
    const inFile = await checkFile(page());
    expect(inFile).toMatchObject({ keysFrom: 'this file' });
    expect(checkedFileText(inFile)).toContain('signature: valid, by the key');
    expect(checkedFileText(inFile)).toContain('keys: those in this file. A forger could');
    const own = await checkFile(page(), { file: 'mine.json', keys: signer.keys });
    expect(checkedFileText(own)).toMatch(/signature: valid, by the key \S+ in mine\.json\n/);
    expect(checkedFileText(own)).toContain('keys: those of mine.json. The keys in this file were not used');
  });

  test('contains a head that heads check can read', () => {
    expect(headFile(page(), 'FILE')).toMatchObject([{ head: { recordHash: 'aa' } }]);
  });

  test('provides only the head that its receipt leads to', async () => {
    const other = await signer.head('2026-11-18T12:00:00.000Z', 'b'.repeat(64));
    const wanted = [{ head: { slot: Date.parse(AT), recordHash: 'aa' }, timestampToken: 'AAAA' }];
    const given = { receipt, head, keys: signer.keys, timestampToken: 'AAAA' };
    const beside = JSON.stringify({ ...given, ...other, publicKey: 'x' });
    const sound = evidence(given);
    const forged = sound.replace(/(id="evidence">)[^<]*/, (_, before: string) => before + beside);
    const witness = witnessText({ ...other, slot: Date.parse(other.slot) }, signer.keys.keys[0]!.x!);
    for (const text of [sound, forged, beside, `${sound}<!--\n${witness}-->`]) {
      const read = headFile(fileWith(text), 'FILE');
      expect(read).toMatchObject(wanted);
      expect(read[0]).not.toHaveProperty('publicKey');
    }
  });
});

describe('a page that shows other data', () => {
  const written = () => evidence({ receipt, head, keys: signer.keys, source: 'simulator' });
  const dataOf = (text: string) => /<script type="application\/json"[^]*?<\/script>/.exec(text)![0];
  const other = () =>
    dataOf(written())
      .replace('type="application/json" id="evidence"', 'id="evidence" type="application/json"')
      .replace('"100.5"', '"999"');

  test.each([
    ['genuine data in a comment', (own: string) => `<!-- ${own} -->${other()}`],
    ['genuine data in a comment, the others with an odd id', (own: string) => `<!-- ${own} --><p id=x>`],
    ['genuine data in a template', (own: string) => `<template>${own}</template>${other()}`],
    ['genuine data in a text area', (own: string) => `<textarea>${own}</textarea>`],
    ['genuine data in a style', (own: string) => `<style>${own}</style>`],
    ['other data before', (own: string) => other() + own],
    ['other data behind', (own: string) => own + other()],
    ['another element before', (own: string) => `<p title=">" ID = 'evidence'>{}</p>${own}`],
    ['only other data', () => other()],
  ])('is refused: %s', async (_what, forge) => {
    const text = written();
    const own = dataOf(text);
    const file = fileWith(text.replace(own, () => forge(own)));
    await expect(checkFile(file)).rejects.toThrow(/given\.html proves nothing: /);
    expect(() => headFile(file, 'FILE')).toThrow(/given\.html proves nothing: /);
  });

  test('is reported if the text around the data is not from this version', async () => {
    const line =
      '\n  page: the text around the data was not written by this version, and may show something else in a browser. Only what is printed here was checked\n';
    const sound = await checkFile(fileWith(written()));
    expect(sound).toMatchObject({ isPageOfThisVersion: true });
    expect(checkedFileText(sound)).not.toContain('page:');
    const changed = [
      written().replace('<script type="module">', '<script type="module">0;'),
      written().replace('</body>', '<p>Confirmed.</p></body>'),
      written().replace('"receipt":', '"note":"x","receipt":'),
      written().replace(/(id="evidence">)[^<]*/, (_, before: string) => before + JSON.stringify(receipt)),
    ];
    for (const text of changed) {
      const checked = await checkFile(fileWith(text));
      expect(checked).toMatchObject({ price: '100.5', isPageOfThisVersion: false });
      expect(checkedFileText(checked)).toContain(line);
    }
    const json = await checkFile(fileWith(JSON.stringify(receipt)));
    expect(json).not.toHaveProperty('isPageOfThisVersion');
  });
});

describe('a different file is refused in one sentence', () => {
  const nested = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
  const text = JSON.stringify(receipt);
  test.each([
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[1]'],
    ['text', 'hello'],
    ['a receipt that is a list', '{"receipt":[]}'],
    ['nesting', nested],
    ['a receipt with nesting', `{"receipt":{"indexType":"GWA","markets":${nested}}}`],
    ['a head with nesting', `{"receipt":${text},"head":{"algorithm":${nested}}}`],
    ['a name that is no text', JSON.stringify({ ...receipt, market: { a: 1 } })],
    ['a price that is no text', JSON.stringify({ ...receipt, price: { a: 1 } })],
    ['flags that are no list', JSON.stringify({ ...receipt, flags: 'THIN' })],
    ['a head that is no object', `{"receipt":${text},"head":7}`],
    ['keys that are no object', `{"receipt":${text},"keys":"x"}`],
    ['a proof that is no object', JSON.stringify({ ...receipt, proof: 7 })],
    ['a source that is no text', `{"receipt":${text},"source":{}}`],
  ])('%s', async (_what, content) => {
    const refused = await checkFile(fileWith(content)).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(OperatorError);
    expect((refused as OperatorError).message).not.toContain('\n');
  });
});
