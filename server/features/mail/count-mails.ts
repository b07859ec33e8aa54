import type { Metrics } from '#server/http/metrics.ts';
import { RecipientRefused, type MailTransport } from './mail-transport.ts';

/** The same transport; what the mail server says to each mail is counted. */
export function countMails(transport: MailTransport, { count }: Pick<Metrics, 'count'>): MailTransport {
  return {
    send: async (message) => {
      try {
        await transport.send(message);
      } catch (error) {
        count('fxid_mails_total', { outcome: error instanceof RecipientRefused ? 'refused' : 'failed' });
        throw error;
      }
      count('fxid_mails_total', { outcome: 'sent' });
    },
  };
}
