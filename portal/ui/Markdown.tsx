// The one renderer of Markdown. Raw HTML in it stays text, and links lead only to https, mailto and our own pages.
import ReactMarkdown from 'react-markdown';

export function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown urlTransform={safeAddress} disallowedElements={['img']}>
      {text}
    </ReactMarkdown>
  );
}

function safeAddress(address: string): string | undefined {
  const isOwnPage = address.startsWith('/') && !/^\/[/\\]/.test(address);
  return isOwnPage || /^(https:\/\/|mailto:|#)/i.test(address) ? address : undefined;
}
