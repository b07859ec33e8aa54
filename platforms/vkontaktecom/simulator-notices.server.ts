// Notices of the simulated VK: forms, signed with the app's key, in test mode.
import type { SimulatedWebhook } from '../simulator-port.server.ts';
import { signTexts } from './sign.server.ts';
import { secondsOf, type SimulatedOrder } from './simulator-books.server.ts';

export const appId = '51000001';
export const secureKey = 'simulatedVkSecureKey';

export function getItemNotice(
  order: Pick<SimulatedOrder, 'id' | 'item' | 'userId'>,
  language = 'en',
): SimulatedWebhook {
  const lang = ({ ru: 'ru_RU', uk: 'uk_UA', be: 'be_BY' } as Record<string, string>)[language] ?? 'en_US';
  return noticeOf({ ...fieldsOf(order), notification_type: 'get_item_test', lang });
}

export function statusNotice(order: SimulatedOrder, status: 'chargeable' | 'refunded', now: Date): SimulatedWebhook {
  return noticeOf({
    ...fieldsOf(order),
    notification_type: 'order_status_change_test',
    status,
    date: String(secondsOf(now)),
    item_id: order.item,
    item_title: order.title,
    item_photo_url: '',
    item_price: String(order.votes),
  });
}

const fieldsOf = ({ id, item, userId }: Pick<SimulatedOrder, 'id' | 'item' | 'userId'>) => ({
  app_id: appId,
  order_id: String(id),
  item,
  user_id: userId,
  receiver_id: userId,
  version: '5.132',
});

function noticeOf(texts: Readonly<Record<string, string>>): SimulatedWebhook {
  const body = new URLSearchParams({ ...texts, sig: signTexts(texts, secureKey) }).toString();
  return { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

export type NoticeAnswer =
  | { readonly response: Readonly<Record<string, unknown>> }
  | { readonly error: { readonly error_code: number; readonly error_msg: string; readonly critical: boolean } };
