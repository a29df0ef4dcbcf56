// Bundles what a page of evidence runs, with the verifier in it, into a module that holds it as text.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** @param {string} root */
export async function writeEvidencePage(root) {
  const folder = join(root, 'sdk', 'src', 'evidence');
  const script = await bundled(join(folder, 'page.ts'));
  if (/<\/script|<!--/i.test(script)) throw new Error('the page of evidence would end its own script');
  const style = readFileSync(join(folder, 'page.css'), 'utf8');
  const parts = { SCRIPT: script, SCRIPT_HASH: hashOf(script), STYLE: style, STYLE_HASH: hashOf(style) };
  const lines = Object.entries(parts).map(
    ([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`,
  );
  const target = join(folder, 'page-parts.js');
  const text = lines.join('');
  // A build that changes nothing must not look like a change.
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text);
}

/** @param {string} entry */
async function bundled(entry) {
  const made = await rolldown({ input: entry, platform: 'browser', tsconfig: false });
  const { output } = await made.generate({ format: 'esm', minify: true });
  await made.close();
  const [{ code, imports }] = output;
  if (output.length > 1 || imports.length > 0) throw new Error('the page of evidence must be one file');
  return code.trim();
}

/** @param {string} text */
function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
