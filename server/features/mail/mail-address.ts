// Validates addresses for mail headers. Anything that could start another header, add a recipient or change the text
// direction is rejected, never repaired.
import addressparser from 'nodemailer/lib/addressparser';

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export function requireSingleLine(text: string, what: string): string {
  if (unruly.test(text))
    throw new Error(`${what} of a mail has a line break or a control character. Remove it before the mail is written.`);
  return text;
}

/** One plain address, without a name. */
export function requireEmailAddress(address: string, what: string): string {
  requireSingleLine(address, what);
  if (address.length > maxAddress || !plainAddress.test(address))
    throw new Error(`${what} of an email isn't a single email address. Check it when it is entered.`);
  return address;
}

/** Accepts an address or `Name <address>`. */
export function parseSender(from: string, fallbackName: string): Mailbox {
  const [sender, ...others] = addressparser(requireSingleLine(from, 'The sender'), { flatten: true });
  if (sender === undefined || others.length > 0)
    throw new Error('The sender of mails is not one address. Give one such as `Portal <noreply@play.example>`.');
  const name = sender.name === '' ? fallbackName : sender.name;
  return {
    name: requireSingleLine(name, "The sender's name"),
    address: requireEmailAddress(sender.address, 'The sender'),
  };
}

const maxAddress = 254;
// Excludes quoted local parts and IP addresses on purpose: players don't use them, and they allow every special
// character.
const plainAddress = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/u;
const unruly = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u;
