import { readFileSync } from '../../disk/files.ts';

/** From package.json, which is above both `src` and `dist/src`. */
export function readVersion(): string {
  for (const path of ['../../../package.json', '../../../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as {
        name: string;
        version: string;
      };
      if (name === 'tidemark') return version;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error('package.json is missing from the installation');
}
