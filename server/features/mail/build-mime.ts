import type { SendMailOptions } from 'nodemailer';
import type { Locale } from '#model/locale.ts';
import type { Mailbox } from './mail-address.ts';

export interface MailMessage {
  /** Becomes the Message-ID, the same at every retry: `{job}@play.example`. */
  readonly id: string;
  readonly from: Mailbox;
  readonly to: string;
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly locale: Locale;
}

/** One recipient, no tracking, no attachments. */
export function buildMime({ id, from, to, replyTo, subject, text, html, locale }: MailMessage): SendMailOptions {
  return {
    messageId: `<${id}>`,
    from: { ...from },
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    envelope: { from: from.address, to },
    subject,
    text,
    html,
    headers: {
      // Suppresses automatic replies.
      'Auto-Submitted': 'auto-generated',
      'Content-Language': locale,
    },
  };
}
