// Parses Aghanim's webhooks. They arrive in any order, may be repeated, and several may report the same change, so the
// payment events are built from the order's status.
import { createHmac } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { createWebhookReplyBuilder } from '#kit/create-webhook-reply-builder.server.ts';
import { requireShape, parseJson } from '#kit/parse-json.server.ts';
import { buildRefusal, type Refusal } from '#kit/build-refusal.ts';
import { findStaleReason } from '#kit/find-stale-reason.ts';
import { nullish } from '#kit/nullable.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import { readAttemptId } from '#kit/payment-metadata.server.ts';
import type { Webhook, ParsedWebhook } from '../port.server.ts';
import { aghanimOrderIdSchema, AghanimOrder, fetchOrder, type AghanimHost } from './client.server.ts';
import { buildPaymentEvent, buildPaymentEvents, readSaleOfOrder, readOrderState } from './payment.server.ts';

export async function parseWebhook(webhook: Webhook, host: AghanimHost): Promise<ParsedWebhook> {
  const proved = prove(webhook, host);
  if ('outcome' in proved) return proved;
  const { event } = proved;
  const { event_type: type, event_data: data } = event;
  if (type === 'player.verify') return readPlayer(data);
  if (type === 'batch.ready')
    return buildRefusal('Batches of webhooks are not supported. Turn off batch_mode in the dashboard.');
  if (type === 'fraud.reported')
    host.log.warn({ event: event.event_id }, 'Aghanim reports fraud for a payment. Check it in the dashboard.');
  const orderId = findOrderId(type, data);
  return orderId === undefined ? { outcome: 'ignored' } : readSale(event, orderId, host);
}

const PlayerData = Type.Object({ player_id: Type.String({ minLength: 1, maxLength: 200 }) });

function readPlayer(data: unknown): ParsedWebhook {
  const { player_id: accountId } = requireShape(PlayerData, data, 'Aghanim', 'a player');
  const usual = createWebhookReplyBuilder();
  return {
    outcome: 'player-query',
    accountId,
    // Aghanim requires a name. It gets the id that it sent, and no other player data.
    answer: (end) => {
      const player = { player_id: accountId, name: accountId, attributes: {} };
      return end === 'known-player' ? { status: 200, body: player } : usual(end);
    },
  };
}

function findOrderId(type: string, data: unknown): string | undefined {
  if (/^order\.(paid|refunded|canceled)$/.test(type)) return readIds(data).id;
  // The order's own webhooks cover the other payment events.
  if (/^payment\.(refunded|dispute|chargeback)$/.test(type)) return readIds(data).order_id;
  // Items granted for other reasons, such as a daily reward, name no order.
  if (/^item\.(add|remove)$/.test(type))
    return readIds(data).order_id ?? /\bord_[A-Za-z0-9]+\b/.exec(readIds(data).reason ?? '')?.[0];
  return undefined;
}

const Ids = Type.Object({
  id: Type.Optional(Type.Unknown()),
  order_id: Type.Optional(Type.Unknown()),
  reason: Type.Optional(Type.Unknown()),
});

function readIds(data: unknown): { readonly id?: string; readonly order_id?: string; readonly reason?: string } {
  const { id, order_id: orderId, reason } = Value.Check(Ids, data) ? data : {};
  return {
    ...(Value.Check(aghanimOrderIdSchema, id) && { id }),
    ...(Value.Check(aghanimOrderIdSchema, orderId) && { order_id: orderId }),
    ...(typeof reason === 'string' && { reason }),
  };
}

async function readSale(event: Event, orderId: string, host: AghanimHost): Promise<ParsedWebhook> {
  const { event_type: type, event_data: data } = event;
  const told = Value.Check(AghanimOrder, data) ? data : undefined;
  const order = told && readAttemptId(told.metadata) !== undefined ? told : await fetchOrder(orderId, host);
  if (order.id !== orderId) throw new Error(`Aghanim returned another order than ${orderId}.`);
  const attemptId = readAttemptId(order.metadata);
  // The order belongs to the game's hub at Aghanim or to another shop.
  if (attemptId === undefined) return { outcome: 'ignored' };
  const source = { attemptId, isTest: event.sandbox, toldBy: `${type}:${event.idempotency_key ?? event.event_id}` };
  const sold = readSaleOfOrder(told ?? order);
  const events = buildPaymentEvents(readOrderState(order), sold, source);
  // A signed event counts even if the order's status has changed since: a closed dispute was still opened.
  const signed = signedKinds.get(type);
  const isTold = signed === undefined || events.some(({ kind }) => kind === signed);
  const all = isTold ? events : [buildPaymentEvent(signed, sold, source), ...events];
  return all.length > 0 ? { outcome: 'events', events: all } : { outcome: 'ignored' };
}

const signedKinds: ReadonlyMap<string, 'paid' | 'disputed'> = new Map([
  ['order.paid', 'paid'],
  ['payment.dispute', 'disputed'],
]);

const key = Type.String({ minLength: 1, maxLength: 120 });

const Event = Type.Object({
  event_id: key,
  event_type: Type.String({ minLength: 1, maxLength: 60 }),
  event_data: Type.Unknown(),
  idempotency_key: nullish(key),
  sandbox: Type.Boolean(),
});
type Event = Static<typeof Event>;

const toleranceS = 300;

function prove({ body, headers }: Webhook, { settings, now }: AghanimHost): { readonly event: Event } | Refusal {
  const signedAtS = headers['x-aghanim-signature-timestamp'] ?? '';
  const stale = findStaleReason({ subject: 'The webhook', signedAtS, now: now(), maxAgeS: toleranceS, toleranceS });
  if (stale !== undefined) return buildRefusal(stale);
  const signature = (headers['x-aghanim-signature'] ?? '').toLowerCase();
  const sign = (secret: string) => createHmac('sha256', secret).update(`${signedAtS}.`).update(body).digest('hex');
  // Every secret is tried, so that timing does not reveal which one matched.
  const signers = settings.WebhookSecrets.filter((secret) => isSameSignature(signature, sign(secret)));
  if (signers.length === 0) return buildRefusal('The webhook has no valid signature.');
  const event = parseJson(body);
  if (!Value.Check(Event, event)) return buildRefusal('The signed content is not a webhook of Aghanim.');
  // An API key works in one mode only and cannot read orders of the other.
  if (event.sandbox !== settings.Sandbox)
    return buildRefusal(
      `It comes from ${event.sandbox ? 'the sandbox' : 'live sales'}, but the settings are for the other mode.`,
    );
  return { event };
}
