// One Markdown file as markup, as headings and as text that can be searched.
import { Marked } from 'marked';
import { escapeHtml, highlighted } from './highlight.mjs';

/**
 * @typedef {{ depth: number, text: string, id: string }} Heading
 * @typedef {{ heading: string, id: string, text: string }} Section  what stands under one heading
 * @typedef {{ html: string, title: string, headings: Heading[], sections: Section[] }} Rendered
 * @typedef {(href: string) => string | undefined} LinkOf  undefined where nothing is served under it
 * @typedef {{ src: string, width?: number, height?: number }} Picture
 * @typedef {(href: string) => Picture | undefined} PictureOf  undefined if there is no such picture
 */

/** As GitHub writes them, so that links work in both places. @param {string} text */
export function slugOf(text) {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** Every heading its own id, also where two say the same. */
class Slugs {
  /** @type {Map<string, number>} */
  #seen = new Map();

  /** @param {string} text */
  next(text) {
    const slug = slugOf(text);
    const count = this.#seen.get(slug) ?? 0;
    this.#seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  }
}

/**
 * What tokens say, without any markup.
 * @param {readonly import('marked').Token[]} tokens
 * @returns {string}
 */
function plainText(tokens) {
  return tokens.map(textOfToken).join('');
}

/** Comments are for those who write a page. @param {string} html */
function withoutComments(html) {
  return html.replaceAll(/<!--[^]*?-->\s*/g, '');
}

/** @param {import('marked').Token} token @returns {string} */
function textOfToken(token) {
  if (token.type === 'html') return withoutComments(token['text']);
  if (token.type === 'table') {
    const cells = [...token['header'], ...token['rows'].flat()];
    return cells.map((cell) => plainText(cell.tokens)).join(' ') + ' ';
  }
  if (token.type === 'list') return token['items'].map(textOfToken).join(' ') + ' ';
  if (token.type === 'br' || token.type === 'space' || token.type === 'hr') return ' ';
  if ('tokens' in token && token.tokens) {
    return plainText(token.tokens) + (token.type === 'paragraph' || token.type === 'list_item' ? ' ' : '');
  }
  return 'text' in token ? `${token['text']}${token.type === 'code' ? ' ' : ''}` : '';
}

/** @param {readonly import('marked').Token[]} tokens @returns {{ headings: Heading[], sections: Section[] }} */
function outline(tokens) {
  const slugs = new Slugs();
  /** @type {Heading[]} */
  const headings = [];
  /** @type {Section[]} */
  const sections = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const text = plainText(token.tokens ?? []);
      const id = slugs.next(text);
      headings.push({ depth: token['depth'], text, id });
      sections.push({ heading: text, id, text: '' });
    } else {
      const last = sections.at(-1);
      if (last) last.text += textOfToken(token);
    }
  }
  for (const section of sections) section.text = section.text.replaceAll(/\s+/g, ' ').trim();
  return { headings, sections };
}

/** @param {Picture} picture @param {string} alt */
function imageHtml({ src, width, height }, alt) {
  const size = width === undefined ? '' : ` width="${width}" height="${height}"`;
  return `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}"${size} loading="lazy">`;
}

/**
 * Markup of a file. What is HTML in it is shown as text, but for comments, and a link leads to a page, to a place on the web, or nowhere.
 * @param {string} markdown
 * @param {LinkOf} linkOf
 * @param {PictureOf} [pictureOf]
 * @returns {Rendered}
 */
export function rendered(markdown, linkOf, pictureOf = () => undefined) {
  const slugs = new Slugs();
  const marked = new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(withoutComments(text)),
      image({ href, text }) {
        const picture = pictureOf(href);
        return picture ? imageHtml(picture, text) : escapeHtml(text);
      },
      heading({ tokens, depth }) {
        const text = plainText(tokens);
        const id = slugs.next(text);
        const link =
          depth === 1
            ? ''
            : ` <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a>`;
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const to = linkOf(href);
        if (to === undefined) return `<span class="file">${text}</span>`;
        return `<a href="${escapeHtml(to)}">${text}</a>`;
      },
      code({ text, lang = '' }) {
        const [language = ''] = lang.split(' ');
        return `<pre class="code"><code>${highlighted(text, language)}\n</code></pre>\n`;
      },
      table({ header, rows }) {
        /** @param {'th' | 'td'} tag @param {import('marked').Tokens.TableCell} cell */
        const cellOf = (tag, { tokens, align }) => {
          const right = align === 'right' ? ' class="right"' : '';
          return `<${tag}${right}>${this.parser.parseInline(tokens)}</${tag}>`;
        };
        // A header without text is no header to a screen reader.
        const head = header.map((cell) => cellOf(cell.text === '' ? 'td' : 'th', cell)).join('');
        const body = rows
          .map((row) => `<tr>${row.map((cell) => cellOf('td', cell)).join('')}</tr>`)
          .join('\n');
        return `<div class="table"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>\n`;
      },
    },
  });
  const { headings, sections } = outline(marked.lexer(markdown));
  const html = marked.parse(markdown, { async: false });
  return { html, title: headings[0]?.text ?? '', headings, sections };
}
