// The portal's only Markdown renderer. Links lead only to https, mailto and our own pages.
import { renderMarkdown, type MarkdownLinkParams } from '#model/render-markdown.ts';
import { safePath, safeWebAddress } from '#model/safe-destination.ts';
import { MailLink, WebLink } from './WebLink.tsx';

export function Markdown({ text }: { text: string }) {
  return renderMarkdown(text, ({ address, ...link }) => <MarkdownLink {...link} address={percentEncode(address)} />);
}

/** A link that is not allowed stays text. */
function MarkdownLink({ address, title, children }: MarkdownLinkParams) {
  const shown = title === undefined ? {} : { title };
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
