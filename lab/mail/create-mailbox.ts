// The lab's mailbox: keeps all mail of the portal in memory. Each mail is built as MIME and parsed again, so the page
// shows what a mail program would get.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { Type, type Static } from 'typebox';
import { object, oneOf, text } from '#model/schema.ts';
import type { MailTransport } from '#server/features/mail/mail-transport.ts';
import { buildMime } from '#server/features/mail/build-mime.ts';
import { findLinks } from './find-links.ts';
import { renderMailboxPage } from './mailbox-page.ts';
import type { ReceivedMail } from './received-mail.ts';

export interface Mailbox {
  readonly transport: MailTransport;
  mount(app: FastifyInstance): void;
}

export function createMailbox({ now = () => new Date() } = {}): Mailbox {
  const composer = createTransport({ streamTransport: true, buffer: true });
  let mails: readonly ReceivedMail[] = [];
  const chosen = (to: string | undefined): readonly ReceivedMail[] =>
    to === undefined || to === '' ? mails : mails.filter((mail) => mail.to.toLowerCase() === to.toLowerCase());

  return {
    transport: {
      send: async (message) => {
        const { message: mime } = await composer.sendMail(buildMime(message));
        const mail = await readMail(mime, now());
        // A mail that is sent again replaces the first one.
        mails = [mail, ...mails.filter(({ id }) => id !== mail.id)].slice(0, maxMails);
      },
    },
    mount: (app) => {
      app.get<{ Querystring: Static<typeof ListQuery> }>(
        '/lab/mail.json',
        { schema: { querystring: ListQuery } },
        async ({ query }) => chosen(query.to),
      );
      app.get<{ Querystring: Static<typeof PageQuery> }>(
        '/lab/mail',
        { schema: { querystring: PageQuery } },
        async ({ query: { to, id, view = 'html' } }, reply) => {
          const opened = mails.find((mail) => mail.id === id);
          if (id !== undefined && opened === undefined) void reply.code(404);
          const nonce = randomBytes(16).toString('base64');
          return sendPage(reply, nonce, renderMailboxPage({ mails: chosen(to), to, id, opened, view, nonce }));
        },
      );
    },
  };
}

const maxMails = 200;

const ListQuery = object({ to: Type.Optional(text(254)) });
const PageQuery = object({
  to: Type.Optional(text(254)),
  id: Type.Optional(text(300)),
  view: Type.Optional(oneOf(['html', 'text'])),
});

async function readMail(mime: unknown, receivedAt: Date): Promise<ReceivedMail> {
  // With this option the composer returns a buffer, although its type differs.
  const mail = await PostalMime.parse(mime as Buffer);
  const { messageId = '', subject = '', text = '', html = '' } = mail;
  const [to] = mail.to ?? [];
  const from = mail.from?.name ? `${mail.from.name} <${mail.from.address}>` : (mail.from?.address ?? '');
  return {
    id: messageId.replace(/^<|>$/g, ''),
    to: to?.address ?? '',
    from,
    subject,
    receivedAt: receivedAt.toISOString(),
    text,
    html,
    links: findLinks(text, html),
  };
}

/** The mail's frame inherits this policy. Mails have inline styles, so only styles are allowed. */
function sendPage(reply: FastifyReply, nonce: string, page: string): FastifyReply {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return reply
    .headers({
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(page);
}
