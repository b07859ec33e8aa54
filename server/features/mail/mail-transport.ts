// How a written mail leaves. What a mail server says about a mail may hold the recipient's address, and what fails is kept
// in the job table and in the log: errors are therefore made anew from what is nobody's secret.
import { createTransport, type NodemailerError } from 'nodemailer';
import type { Locale } from '#model/locale.ts';
import { awaitInTime } from '#server/await-in-time.ts';
import type { Mailbox } from './mail-address.ts';
import { buildMime } from './build-mime.ts';

export interface MailMessage {
  /** The same at every try; becomes the Message-ID. Has the host of the portal: `{job}@play.example`. */
  readonly id: string;
  readonly from: Mailbox;
  readonly to: string;
  /** Whom an answer goes to; absent: the sender. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly locale: Locale;
}

export interface MailTransport {
  /** Throws RecipientRefused when trying again is of no use, another error when it may be. */
  send(message: MailMessage): Promise<void>;
}

/** The mail server knows for good that it does not take mail for this recipient. */
export class RecipientRefused extends Error {
  readonly responseCode: number;

  constructor(responseCode: number) {
    super(`The mail server refuses the recipient for good: ${responseCode}.`);
    this.name = 'RecipientRefused';
    this.responseCode = responseCode;
  }
}

export interface SmtpOptions {
  /** The longest a whole mail may take, whatever the server says meanwhile. */
  readonly deadlineMs?: number;
}

export function createSmtpTransport(
  smtpUrl: string,
  { deadlineMs = 30_000 }: SmtpOptions = {},
): MailTransport & { close(): void } {
  let pool = openPool(smtpUrl);
  return {
    send: async (message) => {
      const used = pool;
      await awaitInTime(used.sendMail(buildMime(message)).catch(withoutSecrets), deadlineMs, () => {
        // A server that answers a little at a time keeps every connection busy: begin anew.
        if (pool === used) pool = openPool(smtpUrl);
        used.close({ force: true });
        return new Error(`The mail server did not take a mail within ${deadlineMs} ms.`);
      });
    },
    close: () => pool.close(),
  };
}

const stepTimeoutMs = 10_000;

function openPool(smtpUrl: string) {
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    // A mail is made of texts alone; nothing in it may name a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connecting fails with a message of our side alone; later the server's words are in it, and with them the address. */
const ownWords: ReadonlySet<string | undefined> = new Set(['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ETLS']);

function withoutSecrets(error: NodemailerError): never {
  const { code, command, response, responseCode } = error;
  if (command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500) {
    throw new RecipientRefused(responseCode);
  }
  const details = [code, responseCode, command === undefined ? undefined : `at ${command}`];
  if (response === undefined && ownWords.has(code)) details.push(`(${error.message})`);
  const told = details.filter((each) => each !== undefined).join(' ');
  throw new Error(
    `The mail server did not take a mail: ${told || 'no reason given'}. Check SMTP_URL and the mail server.`,
  );
}
