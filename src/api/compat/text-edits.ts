/** Edits JSON text without parsing it, so that no digit changes. Each character is one byte of UTF-8. */
export type TextEdit = (json: string) => string;

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const LIST = String.raw`\[[^\]]*\]`;
const NUMBER = String.raw`-?\d[\d.]*`;

/** Removes these members, which are never the first of their record and hold no objects. */
export function withoutMembers(...names: readonly string[]): TextEdit {
  const members = new RegExp(`,"(?:${names.join('|')})":(?:${TEXT}|${LIST}|${NUMBER})`, 'g');
  return (json) => json.replace(members, '');
}

/** Replaces the text of a member that follows an id, for the ids in the table. */
export function withNames(
  { id, name }: { readonly id: string; readonly name: string },
  names: ReadonlyMap<string, string>,
): TextEdit {
  const member = new RegExp(`("${id}":"([0-9a-f-]{36})","${name}":)${TEXT}`, 'g');
  const texts = new Map([...names].map(([of, text]) => [of, asBytes(JSON.stringify(text))]));
  return (json) =>
    json.replace(member, (whole: string, opening: string, of: string) => {
      const text = texts.get(of);
      return text === undefined ? whole : opening + text;
    });
}

/** A day ends with its last millisecond, not with the start of the next day. */
export const endingDays: TextEdit = (json) =>
  json.replace(
    /("startTimestamp":"(\d{4}-\d\d-\d\d)T[^"]*","endTimestamp":)"[^"]*"/g,
    '$1"$2T23:59:59.999Z"',
  );

export function inTurn(...edits: readonly TextEdit[]): TextEdit {
  return (json) => edits.reduce((edited, edit) => edit(edited), json);
}

export const unedited: TextEdit = (json) => json;

function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
