// VK's order box. What it answers is a hint: VK tells the server, and on some clients it rejects what was paid.
import { PlatformError, type OpenedOrder, type PaymentSeen } from '../port.browser.ts';
import type { VkClient } from './client.browser.ts';

export async function payByOrderBox({ ask }: VkClient, { orderId }: OpenedOrder): Promise<PaymentSeen> {
  try {
    const { success, status } = await ask('ShowOrderBox', { type: 'item', item: orderId });
    // Older clients have a status instead.
    const isPaid = success === true || status === 'success' || status === 'charged';
    return isPaid ? { outcome: 'completed' } : { outcome: 'failed', message: 'Vkontakte responded with error' };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { outcome: error.code === 'UserCancelled' ? 'cancelled' : 'failed', message: error.message };
  }
}
