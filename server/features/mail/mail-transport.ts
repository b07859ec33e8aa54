// Sends composed mails. A mail server's error may contain the recipient's address, so it is replaced by an error
// without personal data.
import { createTransport, type NodemailerError } from 'nodemailer';
import { withTimeout } from '#server/with-timeout.ts';
import { buildMime, type MailMessage } from './build-mime.ts';

export interface MailTransport {
  /** Throws RecipientRejectedError if a retry is useless, or another error if it may help. */
  send(message: MailMessage): Promise<void>;
}

export class RecipientRejectedError extends Error {
  readonly responseCode: number;

  constructor(responseCode: number) {
    super(`The mail server refuses the recipient for good: ${responseCode}.`);
    this.name = 'RecipientRejectedError';
    this.responseCode = responseCode;
  }
}

export interface SmtpOptions {
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
      await withTimeout(used.sendMail(buildMime(message)).catch(withoutSecrets), deadlineMs, () => {
        // A server that responds very slowly blocks all connections: open a new pool.
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
    // Mails consist of texts only; nothing in them may make nodemailer read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connection errors contain no text from the server. Later errors may contain the recipient's address. */
const ownWords: ReadonlySet<string | undefined> = new Set(['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ETLS']);

function withoutSecrets(error: NodemailerError): never {
  const { code, command, response, responseCode } = error;
  if (command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500) {
    throw new RecipientRejectedError(responseCode);
  }
  const details = [code, responseCode, command === undefined ? undefined : `at ${command}`];
  if (response === undefined && ownWords.has(code)) details.push(`(${error.message})`);
  const told = details.filter((each) => each !== undefined).join(' ');
  throw new Error(
    `The mail server did not take a mail: ${told || 'no reason given'}. Check SMTP_URL and the mail server.`,
  );
}
