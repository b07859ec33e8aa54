// A real SMTP server for tests. It stores mails, and rejects them on request.
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface TestSmtp extends AsyncDisposable {
  readonly url: string;
  readonly received: ReceivedMail[];
}

export interface ReceivedMail {
  readonly raw: string;
  readonly mail: Email;
  readonly recipients: readonly string[];
}

export interface TestSmtpOptions {
  readonly port?: number;
  readonly refuseRecipient?: (address: string) => SmtpRejection | undefined;
  readonly refuseMail?: (soFar: number) => SmtpRejection | undefined;
}

export interface SmtpRejection {
  readonly code: number;
  readonly words: string;
}

export async function startTestSmtp({
  port = 0,
  refuseRecipient,
  refuseMail,
}: TestSmtpOptions = {}): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 1000,
    onRcptTo: ({ address }, _, done) => done(toError(refuseRecipient?.(address))),
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      const take = async (): Promise<Error | null> => {
        const raw = await buffer(stream);
        received.push({ raw: raw.toString(), mail: await PostalMime.parse(raw), recipients });
        return toError(refuseMail?.(received.length));
      };
      take().then(done, done);
    },
  });
  // A client that disconnects early is not a test failure.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${taken}`,
    received,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}

function toError(refusal: SmtpRejection | undefined): Error | null {
  return refusal ? Object.assign(new Error(refusal.words), { responseCode: refusal.code }) : null;
}
