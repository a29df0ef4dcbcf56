import { existsSync, readFileSync } from '../disk/files.ts';

/** A text that models can read. */
export interface Document {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly file: string;
}

export const DOCUMENTS: readonly Document[] = [
  {
    uri: 'tidemark://methodology',
    name: 'methodology',
    title: 'Methodology',
    description: 'How reference prices are made: ticks, indices, flags, and all parameters',
    file: 'methodology.md',
  },
  {
    uri: 'tidemark://glossary',
    name: 'glossary',
    title: 'Glossary',
    description: 'What the words in answers mean',
    file: 'glossary.md',
  },
];

/** Next to this module in the build, or where they are written if the sources run directly (tests). */
const FOLDERS = ['./documents/', '../../docs/trust/'];
/** To other pages, which are not here. */
const LINK = /\[([^\]]+)\]\((?!https?:)[^)]*\)/g;

/** As Markdown. */
export function documentText({ file }: Document): string {
  const places = FOLDERS.map((folder) => new URL(folder + file, import.meta.url));
  const place = places.find((each) => existsSync(each));
  if (!place) throw new Error(`${file} is not built: run npm run build`);
  return readFileSync(place, 'utf8').replace(LINK, '$1');
}
