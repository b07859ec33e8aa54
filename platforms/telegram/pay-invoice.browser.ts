// Telegram's own sheet for an invoice. The first word of it counts: the client of macOS says `cancelled` after `paid`, and may say
// nothing when the sheet is closed, so the wait ends by itself. None of it is proof.
import type { BrowserHost, PaymentSeen } from '../port.browser.ts';
import { PlatformError } from '../port.browser.ts';
import type { Channel } from './channel.browser.ts';

export async function payInvoice(
  invoiceUrl: string,
  host: Pick<BrowserHost, 'inTime'>,
  channel: Channel,
  client: string,
): Promise<PaymentSeen> {
  const slug = slugOf(invoiceUrl);
  if (slug === undefined)
    throw new PlatformError('Unknown', 'Telegram was given no address of an invoice. Begin the purchase again.');
  const { promise: closed, resolve } = Promise.withResolvers<unknown>();
  const stop = channel.on('invoice_closed', (data) => {
    if (data['slug'] === slug) resolve(data['status']);
  });
  try {
    channel.post('web_app_open_invoice', { slug });
    const status = await host.inTime("Telegram's invoice", closed, client === 'macos' ? shortPatienceMs : patienceMs);
    if (status === 'paid' || status === 'pending') return { outcome: 'completed' };
    if (status === 'cancelled') return { outcome: 'cancelled', message: 'The invoice was closed' };
    return { outcome: 'failed', message: `The invoice ended as ${String(status)}` };
  } finally {
    stop();
  }
}

// Somebody may have to buy Stars first.
const patienceMs = 15 * 60_000;
const shortPatienceMs = 2 * 60_000;

/** Of `https://t.me/$slug` and `https://t.me/invoice/slug`. */
function slugOf(invoiceUrl: string): string | undefined {
  return /^https:\/\/t\.me\/(?:\$|invoice\/)([\w=-]+)$/.exec(invoiceUrl)?.[1];
}
