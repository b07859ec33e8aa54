// Addresses as they may stand in the head of a mail. What could begin another header, another recipient or another
// direction of writing is refused, never repaired.
import addressparser from 'nodemailer/lib/addressparser';

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** Throws when the text has a line break or another character that can change how a line is read. */
export function checkLine(text: string, what: string): string {
  if (unruly.test(text))
    throw new Error(`${what} of a mail has a line break or a control character. Remove it before the mail is written.`);
  return text;
}

/** One plain address, without a name. */
export function checkAddress(address: string, what: string): string {
  checkLine(address, what);
  if (address.length > maxAddress || !plainAddress.test(address))
    throw new Error(`${what} of a mail is not one e-mail address. Check it when it is asked for.`);
  return address;
}

/** The sender as it is configured: an address, or `Name <address>`. Without a name the given one is used. */
export function readSender(from: string, fallbackName: string): Mailbox {
  const [sender, ...others] = addressparser(checkLine(from, 'The sender'), { flatten: true });
  if (sender === undefined || others.length > 0)
    throw new Error('The sender of mails is not one address. Give one such as `Portal <noreply@play.example>`.');
  const name = sender.name === '' ? fallbackName : sender.name;
  return { name: checkLine(name, "The sender's name"), address: checkAddress(sender.address, 'The sender') };
}

const maxAddress = 254;
// Quoted names and bare IP addresses are left out on purpose: nobody plays with one, and they hold every special character.
const plainAddress = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/u;
const unruly = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u;
