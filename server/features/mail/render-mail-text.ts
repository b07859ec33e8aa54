import { fill, type Line, type MailParts } from './mail-parts.ts';

/** The mail for programs that show no HTML, and for people who do not want it. */
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
  const say = ({ text, values }: Line): string => fill(text, values, fit);
  const paragraphs = [
    portal,
    say(title),
    say(text),
    ...(quote ? [quote.map((line) => `> ${line}`).join('\n')] : []),
    // On a line of its own, so that nothing behind it is taken for a part of it.
    `${button}:\n${link}`,
    ...(proof
      ? [`${proof.codeLabel} ${proof.code}`, `${say(proof.mark)}\n${proof.markHint}`, proof.about.map(say).join('\n')]
      : []),
    say(note),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

/** A value of another direction must not turn around what stands beside it. */
const isolated = (value: string): string => `\u2068${value}\u2069`;
