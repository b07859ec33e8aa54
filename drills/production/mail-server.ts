// The drill's mail server: accepts authenticated mail over TLS only and shows it to every caller.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { mailHost } from './internet.ts';

const account = { user: 'portal', password: 'a-password-of-the-mail-server' };
export const smtpUrl = `smtps://${account.user}:${account.password}@${mailHost}`;

export interface DrillMail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
}

export async function startMailServer(files: { readonly chain: string; readonly key: string }): Promise<DrillMail[]> {
  const mails: DrillMail[] = [];
  const server = new SMTPServer({
    secure: true,
    key: readFileSync(files.key),
    cert: readFileSync(files.chain),
    authOptional: false,
    onAuth: ({ username, password }, _, done) =>
      username === account.user && password === account.password
        ? done(null, { user: account.user })
        : done(new Error('Wrong account or password')),
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo[0]?.address ?? '';
      readMail(stream, to)
        .then((mail) => mails.push(mail))
        .then(() => done(), done);
    },
  });
  await new Promise<void>((resolve) => server.listen(465, '0.0.0.0', resolve));
  return mails;
}

async function readMail(stream: AsyncIterable<Buffer>, to: string): Promise<DrillMail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const { from, subject = '', text = '' } = await PostalMime.parse(Buffer.concat(chunks));
  return { to, from: from?.address ?? '', subject, text };
}

/** `GET /mails.json?to=…`: the mails to an address, newest last. */
export function mountWebmail(app: FastifyInstance, mails: readonly DrillMail[]): void {
  app.get<{ Querystring: { to?: string } }>('/mails.json', async ({ query }) =>
    mails.filter(({ to }) => to === query.to),
  );
}
