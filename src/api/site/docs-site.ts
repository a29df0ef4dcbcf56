import { existsSync, readFileSync, readdirSync } from '../../disk/files.ts';

/** A Markdown page, as listed by the build. */
export interface SitePage {
  /** Relative to `/docs`. */
  readonly path: string;
  /** Where it was before; it is served there, too. */
  readonly formerPath?: string;
  /** Heading under which it is listed; empty where it is not. */
  readonly group: string;
  readonly title: string;
  /** Its second-level headings. */
  readonly headings: readonly { readonly text: string; readonly id: string }[];
}

/** Placeholder of the build in links and pictures for the path that the service is served under. */
const PLACED = /\b(href|src)="@base\//g;
const FILES = 'files/';
/** Next to this folder, or in the build if the sources are run directly (tests). */
const FOLDERS = ['../docs-site/', '../../../dist/src/api/docs-site/'];

/** The documents of the repository as `scripts/docs-site` has rendered them. */
export class DocsSite {
  readonly pages: readonly SitePage[];
  /** Pictures and fonts. Their names change with their content. */
  readonly files: readonly string[];
  readonly #folder: URL;

  constructor() {
    const folders = FOLDERS.map((path) => new URL(path, import.meta.url));
    const folder = folders.find((candidate) => existsSync(new URL('pages.json', candidate)));
    if (!folder) throw new Error('the documents are not built: run npm run build');
    this.#folder = folder;
    this.pages = JSON.parse(this.#read('pages.json').toString()) as SitePage[];
    this.files = readdirSync(new URL(FILES, folder));
  }

  /** Markup of a page, with links relative to `basePath`. */
  htmlOf({ path }: SitePage, basePath: string): string {
    return this.#read(`${path}.html`)
      .toString()
      .replaceAll(PLACED, (_, attribute: string) => `${attribute}="${basePath}/`);
  }

  /** Colours, type and header, the same as those of the page at `/`. */
  design(): Buffer {
    return this.#read('design.css');
  }

  icon(): Buffer {
    return this.#read('mark.svg');
  }

  file(name: string): Buffer {
    return this.#read(`${FILES}${name}`);
  }

  /** The search index as JSON. */
  searchIndex(): Buffer {
    return this.#read('search.json');
  }

  #read(name: string): Buffer {
    return readFileSync(new URL(name, this.#folder));
  }
}
