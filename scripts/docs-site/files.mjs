// Files that pages of `/docs` load, named after their content so that browsers can keep them for good.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

/** Folder of these files, below the site and below `/docs`. */
export const FILES = 'files';

const HASH_CHARACTERS = 10;

/** @typedef {{ name: string, bytes: Buffer }} SiteFile */

/** `docs/images/market.png` becomes `market-1a2b3c4d5e.png`. @param {string} path @returns {SiteFile} */
export function siteFile(path) {
  const bytes = readFileSync(path);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_CHARACTERS);
  const ending = extname(path);
  return { name: `${basename(path, ending)}-${hash}${ending}`, bytes };
}

/** Replaces what an earlier build wrote. @param {Iterable<SiteFile>} files @param {string} folder  of the site */
export function writeFiles(files, folder) {
  const place = join(folder, FILES);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  for (const { name, bytes } of files) writeFileSync(join(place, name), bytes);
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Width and height of a PNG or SVG, so that the page does not move when the picture arrives. @param {Buffer} bytes */
export function pictureSize(bytes) {
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE))
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const [, width, height] = /^<svg [^>]*?width="(\d+)" height="(\d+)"/.exec(bytes.toString()) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}
