import type { Metrics } from '#server/http/metrics.ts';
import { RecipientRejectedError, type MailTransport } from './mail-transport.ts';

export function withMailMetrics(transport: MailTransport, { count }: Pick<Metrics, 'count'>): MailTransport {
  return {
    send: async (message) => {
      try {
        await transport.send(message);
      } catch (error) {
        count('fxid_mails_total', { outcome: error instanceof RecipientRejectedError ? 'refused' : 'failed' });
        throw error;
      }
      count('fxid_mails_total', { outcome: 'sent' });
    },
  };
}
