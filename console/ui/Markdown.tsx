// Markdown as the portal shows it: only the elements listed here, so raw HTML stays text, and no images. Links show where
// they lead, but lead nowhere: what is previewed may not be published yet.
import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { Marked, type MarkedToken, type Token } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import './markdown.css';

// Plain CommonMark, as in portal/ui/Markdown.tsx.
const markdown = new Marked({ gfm: false });

export function Markdown({ text }: { text: string }) {
  return <div className="markdown">{renderAll(markdown.lexer(text))}</div>;
}

const renderAll = (tokens: readonly Token[]): ReactNode => createElement(Fragment, null, ...tokens.map(renderToken));

function renderToken(any: Token): ReactNode {
  const token = any as MarkedToken;
  switch (token.type) {
    case 'heading':
      return createElement(`h${token.depth}`, null, renderAll(token.tokens));
    case 'paragraph':
      return <p>{renderAll(token.tokens)}</p>;
    case 'blockquote':
      return <blockquote>{renderAll(token.tokens)}</blockquote>;
    case 'list':
      return token.ordered ? (
        <ol start={Number(token.start)}>{renderAll(token.items)}</ol>
      ) : (
        <ul>{renderAll(token.items)}</ul>
      );
    case 'list_item':
      return <li>{renderAll(token.tokens)}</li>;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'hr':
      return <hr />;
    case 'space':
      return '\n';
    case 'strong':
      return <strong>{renderAll(token.tokens)}</strong>;
    case 'em':
      return <em>{renderAll(token.tokens)}</em>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return (
        <span className="markdown-link" title={decodeReferences(token.href)}>
          {renderAll(token.tokens)}
        </span>
      );
    case 'text':
      return token.tokens ? renderAll(token.tokens) : decodeReferences(token.text);
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
