// The one renderer of Markdown. Raw HTML in it stays text, and links lead only to https, mailto and our own pages.
import ReactMarkdown from 'react-markdown';
import { safePath, webAddress } from '#model/safe-destination.ts';

export function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown urlTransform={safeAddress} disallowedElements={['img']}>
      {text}
    </ReactMarkdown>
  );
}

function safeAddress(address: string): string | undefined {
  if (/^(mailto:|#)/i.test(address)) return address;
  if (address.startsWith('/')) return safePath(address, anyOrigin);
  return /^https:/i.test(address) ? webAddress(address) : undefined;
}

/** A safe path leads to no other origin, whichever the page has. */
const anyOrigin = 'https://portal.invalid';
