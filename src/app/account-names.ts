import { readFileIfExists } from '../disk/durable-file.ts';

/** The name of a user, or its number where the machine has no name for it. */
export function userName(uid: number): string {
  return nameIn('/etc/passwd', uid);
}

export function groupName(gid: number): string {
  return nameIn('/etc/group', gid);
}

/** Both files are lines of `name:password:number:...`. */
function nameIn(file: string, id: number): string {
  const line = readFileIfExists(file)
    ?.split('\n')
    .find((text) => text.split(':')[2] === String(id));
  return line?.split(':')[0] ?? String(id);
}
