import { readFileIfExists } from '../../disk/durable-file.ts';

export function userName(uid: number): string {
  return nameIn('/etc/passwd', uid);
}

export function groupName(gid: number): string {
  return nameIn('/etc/group', gid);
}

/** Members of a group, without the users whose primary group it is. */
export function groupMembers(gid: number): string[] {
  const [, , , members = ''] = fieldsIn('/etc/group', gid);
  return members.split(',').filter((name) => name !== '');
}

function nameIn(file: string, id: number): string {
  return fieldsIn(file, id)[0] ?? String(id);
}

/** Both files have lines `name:password:number:...`. Empty if no line has that number. */
function fieldsIn(file: string, id: number): string[] {
  const lines = readFileIfExists(file)?.split('\n') ?? [];
  return lines.map((line) => line.split(':')).find((fields) => fields[2] === String(id)) ?? [];
}
