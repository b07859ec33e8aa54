// A notice of VK about votes: a form, signed with the app's key. VK asks what an item is and costs, and moves votes only after our
// good answer to `chargeable`. It is answered with status 200 in every case; `critical` says whether VK gives up or comes again.
// What the buyer's browser named as the item is the id of our order, so the price is ours.
import { isUtf8 } from 'node:buffer';
import { Value } from 'typebox/value';
import type { AskedOrder, WebhookReading, WebhookAnswer, WebhookEnd, Webhook } from '#model/payment-verbs.server.ts';
import { sameSignature } from '#model/same-signature.server.ts';
import { uuid } from '#model/schema.ts';
import type { Host } from './ask-vk.server.ts';
import { readTexts, signTexts, type Texts } from './sign.server.ts';
import { paidFact, refundedFact, votes, type VotesMoved } from './vote-facts.server.ts';

export async function hearVotes({ body }: Webhook, { settings }: Host): Promise<WebhookReading> {
  const texts = isUtf8(body) ? readTexts(body.toString('utf8')) : undefined;
  if (!texts) return { outcome: 'refused', reason: 'The notice is no form, or has a field twice.' };
  if (!sameSignature(texts['sig'] ?? '', signTexts(texts, settings.SecureKey)))
    return { outcome: 'refused', reason: 'The notice is not signed with the key of this app.' };
  if (texts['app_id'] !== settings.AppId) return { outcome: 'refused', reason: 'The notice is of another app.' };
  const [, type = '', test] = /^([a-z_]+?)(_test)?$/.exec(texts['notification_type'] ?? '') ?? [];
  switch (type) {
    case 'get_item':
      return questionIn(texts);
    case 'order_status_change':
      return changeIn(texts, test !== undefined);
    case 'get_subscription':
    case 'subscription_status_change':
      return answered(error(110, 'Nothing is sold by subscription here'));
    default:
      return answered(error(11, 'Unknown kind of notification'));
  }
}

/** Where a notice has no answer of its own. */
export const answerOf = (end: WebhookEnd): WebhookAnswer => answers[end];

const error = (code: number, message: string, isCritical = true): WebhookAnswer => ({
  status: 200,
  body: { error: { error_code: code, error_msg: message, critical: isCritical } },
});

const answers: Readonly<Record<WebhookEnd, WebhookAnswer>> = {
  done: { status: 200, body: { response: {} } },
  retry: error(2, 'Try again later', false),
  refused: error(10, 'Wrong signature'),
  mismatch: error(101, 'The price is not that of the order'),
  'unknown order': error(20, 'No such item'),
  // VK never asks for a player by himself.
  'known player': { status: 200, body: { response: {} } },
  'unknown player': error(22, 'No such user'),
};

/** Nothing was proved, and VK is told what is wrong. */
const answered = (answer: WebhookAnswer): WebhookReading => ({ outcome: 'facts', facts: [], answer: () => answer });

function questionIn({ item = '', user_id: payerId = '', lang = '' }: Texts): WebhookReading {
  if (!isNumber(payerId)) return answered(error(22, 'No such user'));
  if (!Value.Check(uuid, item)) return answered(answers['unknown order']);
  const locale = /^[a-z]{2}/.exec(lang)?.[0];
  return {
    outcome: 'asks for order',
    question: { orderId: item, payerId, ...(locale !== undefined && { locale }) },
    answer: (order) => (order?.currency === votes ? itemOf(order) : answers['unknown order']),
  };
}

const itemOf = ({ sku, name, imageUrl, amountMinor }: AskedOrder): WebhookAnswer => ({
  status: 200,
  body: {
    response: {
      title: clipped(name.trim() || sku),
      price: amountMinor,
      item_id: sku,
      ...(imageUrl?.startsWith('https://') && { photo_url: imageUrl }),
      // An order is bought once: without this VK may keep it for an hour.
      expiration: 0,
    },
  },
});

// VK takes 48; half a character at the end is none.
const clipped = (text: string): string => text.slice(0, 48).replace(/[\uD800-\uDBFF]$/, '');

function changeIn(texts: Texts, isTest: boolean): WebhookReading {
  const { order_id: vkOrderId = '', item = '', item_price: price = '', status } = texts;
  if (!isNumber(vkOrderId) || !isNumber(price)) return answered(error(11, 'The order has no number or no price'));
  if (!Value.Check(uuid, item)) return answered(answers['unknown order']);
  const moved: VotesMoved = { vkOrderId, item, votes: Number(price), isTest };
  const fact = status === 'chargeable' ? paidFact(moved) : status === 'refunded' ? refundedFact(moved) : undefined;
  if (!fact) return answered(error(11, 'Unknown status of an order'));
  const order = Number(vkOrderId);
  // The same notice must be answered the same for ever, so our number of the order is made of nothing but VK's.
  const done = { status: 200, body: { response: { order_id: order, app_order_id: order } } };
  return { outcome: 'facts', facts: [fact], answer: (end) => (end === 'done' ? done : answers[end]) };
}

const isNumber = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);
