import { fillPlaceholders, type MailLine, type MailParts } from './mail-parts.ts';

export function renderMailText({
  direction,
  portal,
  title,
  text,
  quote,
  button,
  link,
  note,
  proof,
}: MailParts): string {
  const fit = direction === 'rtl' ? isolated : String;
  const say = ({ text, values }: MailLine): string => fillPlaceholders(text, values, fit);
  const paragraphs = [
    portal,
    say(title),
    say(text),
    ...(quote ? [quote.map((line) => `> ${line}`).join('\n')] : []),
    // On a separate line, so that following text is not taken as part of the link.
    `${button}:\n${link}`,
    ...(proof
      ? [`${proof.codeLabel} ${proof.code}`, `${say(proof.mark)}\n${proof.markHint}`, proof.about.map(say).join('\n')]
      : []),
    say(note),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

const isolated = (value: string): string => `\u2068${value}\u2069`;
