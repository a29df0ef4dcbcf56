/**
 * All that the service does with files. No other module of `src` imports `node:fs`, so a disk that is simulated needs to
 * provide this and nothing else.
 */
export {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  fchownSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  opendirSync,
  read,
  readFileSync,
  readSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  unlinkSync,
  writeFileSync,
  writeSync,
  type Dirent,
  type Stats,
} from 'node:fs';
export { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
