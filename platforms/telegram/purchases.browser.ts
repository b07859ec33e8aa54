// Telegram's own sheet for an invoice. Its first word counts: the client of macOS says `cancelled` after `paid`, and may say nothing
// when the sheet is closed, so the wait ends by itself. None of it is proof.
import { PlatformError, type PaymentSeen } from '../port.browser.ts';
import { personMs } from '../kit/attempt.browser.ts';
import type { Launch, TelegramClient } from './client.browser.ts';

export async function payInvoice(url: string, client: TelegramClient, launch: Launch): Promise<PaymentSeen> {
  // Of `https://t.me/$slug` and `https://t.me/invoice/slug`.
  const slug = /^https:\/\/t\.me\/(?:\$|invoice\/)([\w=-]+)$/.exec(url)?.[1];
  if (slug === undefined)
    throw new PlatformError('Unknown', 'Telegram was given no address of an invoice. Begin the purchase again.');
  const status = await client.wait(
    "Telegram's invoice",
    launch.client === 'macos' ? macosMs : personMs,
    { invoice_closed: (closed) => (closed['slug'] === slug ? String(closed['status']) : undefined) },
    () => client.post('web_app_open_invoice', { slug }),
  );
  if (status === 'paid' || status === 'pending') return { outcome: 'completed' };
  if (status === 'cancelled') return { outcome: 'cancelled', message: 'The invoice was closed' };
  return { outcome: 'failed', message: `The invoice ended as ${status}` };
}

const macosMs = 2 * 60_000;
