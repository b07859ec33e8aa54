// The only Markdown renderer. It creates just the elements listed here, so raw HTML stays text. Links lead only to
// https, mailto and our own pages; images are left out, because they would reveal the reader to other servers.
import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { Marked, type MarkedToken, type Token } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { safePath, safeWebAddress } from '#model/safe-destination.ts';
import { MailLink, WebLink } from './WebLink.tsx';

// Plain CommonMark.
const markdown = new Marked({ gfm: false });

export function Markdown({ text }: { text: string }) {
  return renderAll(markdown.lexer(text));
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
        <ol start={token.start === 1 ? undefined : Number(token.start)}>{renderAll(token.items)}</ol>
      ) : (
        <ul>{renderAll(token.items)}</ul>
      );
    case 'list_item':
      return <li>{renderAll(token.tokens)}</li>;
    case 'code':
      return (
        <pre>
          <code>{`${token.text}\n`}</code>
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
        <MarkdownLink address={percentEncode(decodeReferences(token.href))} title={token.title}>
          {renderAll(token.tokens)}
        </MarkdownLink>
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

interface MarkdownLinkProps {
  readonly address: string;
  readonly title?: string | null | undefined;
  readonly children: ReactNode;
}

/** A link that is not allowed stays text. */
function MarkdownLink({ address, title, children }: MarkdownLinkProps) {
  const shown = title == null ? {} : { title: decodeReferences(title) };
  if (address.startsWith('#'))
    return (
      <a {...shown} href={`#${address.slice(1)}`}>
        {children}
      </a>
    );
  if (/^mailto:/i.test(address))
    return (
      <MailLink {...shown} to={address.slice('mailto:'.length)}>
        {children}
      </MailLink>
    );
  return isSafe(address) ? (
    <WebLink {...shown} href={address}>
      {children}
    </WebLink>
  ) : (
    children
  );
}

const isSafe = (address: string): boolean =>
  address.startsWith('/')
    ? safePath(address, anyOrigin) !== undefined
    : /^https:/i.test(address) && safeWebAddress(address) !== undefined;

const percentEncode = (address: string): string => encodeURI(address.toWellFormed()).replaceAll('%25', '%');

/** `safePath` rejects other origins; which origin it compares with does not matter here. */
const anyOrigin = 'https://portal.invalid';

/** The parser leaves character references such as `&nbsp;` and `&#169;` as they are. */
const decodeReferences = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]*));/gi, (reference, decimal, hex, name) =>
    name === undefined
      ? decodeNumber(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
      : decodeNamedCharacterReference(name) || reference,
  );

const decodeNumber = (code: number): string =>
  code === 0 || code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff) ? '\uFFFD' : String.fromCodePoint(code);
