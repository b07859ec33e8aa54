import type { SendMailOptions } from 'nodemailer';
import type { MailMessage } from './mail-transport.ts';

/** Converts a mail for nodemailer: exactly one recipient, no tracking, no attachments. */
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
