// Renders Markdown as React elements. It creates just the elements listed here, so raw HTML stays text. Images are left
// out, because they would reveal the reader to other servers. What a link becomes, each application decides.
import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { Marked, type MarkedToken, type Token } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';

// Plain CommonMark.
const markdown = new Marked({ gfm: false });

export interface MarkdownLinkParams {
  /** As written: unchecked. */
  readonly address: string;
  readonly title: string | undefined;
  readonly children: ReactNode;
}

type RenderLink = (link: MarkdownLinkParams) => ReactNode;

export const renderMarkdown = (text: string, renderLink: RenderLink): ReactNode =>
  renderAll(markdown.lexer(text), renderLink);

const renderAll = (tokens: readonly Token[], renderLink: RenderLink): ReactNode =>
  createElement(Fragment, null, ...tokens.map((token) => renderToken(token, renderLink)));

function renderToken(any: Token, renderLink: RenderLink): ReactNode {
  const token = any as MarkedToken;
  const element = (name: string, tokens: readonly Token[], props: object | null = null): ReactNode =>
    createElement(name, props, renderAll(tokens, renderLink));
  switch (token.type) {
    case 'heading':
      return element(`h${token.depth}`, token.tokens);
    case 'paragraph':
      return element('p', token.tokens);
    case 'blockquote':
      return element('blockquote', token.tokens);
    case 'list':
      return token.ordered
        ? element('ol', token.items, { start: token.start === 1 ? undefined : Number(token.start) })
        : element('ul', token.items);
    case 'list_item':
      return element('li', token.tokens);
    case 'code':
      return createElement('pre', null, createElement('code', null, `${token.text}\n`));
    case 'hr':
      return createElement('hr');
    case 'space':
      return '\n';
    case 'strong':
      return element('strong', token.tokens);
    case 'em':
      return element('em', token.tokens);
    case 'codespan':
      return createElement('code', null, token.text);
    case 'br':
      return createElement('br');
    case 'link':
      return renderLink({
        address: decodeReferences(token.href),
        title: token.title == null ? undefined : decodeReferences(token.title),
        children: renderAll(token.tokens, renderLink),
      });
    case 'text':
      return token.tokens ? renderAll(token.tokens, renderLink) : decodeReferences(token.text);
    case 'escape':
    case 'html':
      return token.text;
    // Left out, or not part of CommonMark.
    case 'image':
    case 'def':
    case 'checkbox':
    case 'del':
    case 'table':
      return null;
  }
}

/** The parser leaves character references such as `&nbsp;` and `&#169;` as they are. */
const decodeReferences = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]*));/gi, (reference, decimal, hex, name) =>
    name === undefined
      ? decodeNumber(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
      : decodeNamedCharacterReference(name) || reference,
  );

const decodeNumber = (code: number): string =>
  code === 0 || code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff) ? '\uFFFD' : String.fromCodePoint(code);
