// A webhook of Aghanim: proved by its signature over the time and the bytes as they came. What it tells of money is told by the order
// that it is about, as the records have it now: webhooks come in any order, twice, and several of them tell one thing.
import { createHmac } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { replyByStatus } from '#kit/reply-by-status.server.ts';
import { requireShape, parseJson } from '#kit/parse-json.server.ts';
import { refuse, type Refusal } from '#kit/refuse.ts';
import { findStaleReason } from '#kit/find-stale-reason.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import { readAttemptId } from '#kit/payment-metadata.server.ts';
import type { Webhook, ParsedWebhook } from '../port.server.ts';
import { aghanimOrderId, Order, nullable, readOrder, type Host } from './client.server.ts';
import { buildPaymentEvent, buildPaymentEvents, describeSale, readState } from './payment.server.ts';

export async function parseWebhook(webhook: Webhook, host: Host): Promise<ParsedWebhook> {
  const proved = prove(webhook, host);
  if ('outcome' in proved) return proved;
  const { event } = proved;
  const { event_type: type, event_data: data } = event;
  if (type === 'player.verify') return readPlayer(data);
  // Several at once, under one signature.
  if (type === 'batch.ready')
    return refuse('Batches of webhooks are not taken. Switch batch_mode off in the dashboard.');
  if (type === 'fraud.reported')
    host.log.warn({ event: event.event_id }, 'Aghanim reports fraud about a payment: look at it in its dashboard.');
  const orderId = findOrderId(type, data);
  return orderId === undefined ? { outcome: 'ignored' } : readSale(event, orderId, host);
}

const PlayerData = Type.Object({ player_id: Type.String({ minLength: 1, maxLength: 200 }) });

function readPlayer(data: unknown): ParsedWebhook {
  const { player_id: accountId } = requireShape(PlayerData, data, 'Aghanim', 'a player');
  const usual = replyByStatus();
  return {
    outcome: 'player-query',
    accountId,
    // It wants a name as well. Nothing of the player leaves by this door but the id that it has brought.
    answer: (end) => {
      const player = { player_id: accountId, name: accountId, attributes: {} };
      return end === 'known-player' ? { status: 200, body: player } : usual(end);
    },
  };
}

/** Undefined: nothing about money of ours follows from it. */
function findOrderId(type: string, data: unknown): string | undefined {
  if (/^order\.(paid|refunded|canceled)$/.test(type)) return readIds(data).id;
  // A try to pay tells of the whole order where it ends badly; where it ends well, or is one of several, the order tells.
  if (/^payment\.(refunded|dispute|chargeback)$/.test(type)) return readIds(data).order_id;
  // What was given for something else than an order, such as a daily reward, names none.
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
    ...(Value.Check(aghanimOrderId, id) && { id }),
    ...(Value.Check(aghanimOrderId, orderId) && { order_id: orderId }),
    ...(typeof reason === 'string' && { reason }),
  };
}

async function readSale(event: Event, orderId: string, host: Host): Promise<ParsedWebhook> {
  const { event_type: type, event_data: data } = event;
  const told = Value.Check(Order, data) ? data : undefined;
  // A webhook need not repeat our ids: then the order itself says whose it is, and where it stands by now.
  const order = told && readAttemptId(told.metadata) !== undefined ? told : await readOrder(orderId, host);
  if (order.id !== orderId) throw new Error(`Aghanim answers about another order than ${orderId}.`);
  const attemptId = readAttemptId(order.metadata);
  // Of the game's hub, or of somebody else.
  if (attemptId === undefined) return { outcome: 'ignored' };
  const source = { attemptId, isTest: event.sandbox, toldBy: `${type}:${event.idempotency_key ?? event.event_id}` };
  const sold = describeSale(told ?? order);
  const events = buildPaymentEvents(readState(order), sold, source);
  // What is signed counts also where the records are behind, or ahead: a dispute that has ended by now was one all the same.
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
  idempotency_key: Type.Optional(nullable(key)),
  sandbox: Type.Boolean(),
});
type Event = Static<typeof Event>;

const toleranceS = 300;

function prove({ body, headers }: Webhook, { settings, now }: Host): { readonly event: Event } | Refusal {
  const signedAtS = headers['x-aghanim-signature-timestamp'] ?? '';
  const stale = findStaleReason({ subject: 'The webhook', signedAtS, now: now(), maxAgeS: toleranceS, toleranceS });
  if (stale !== undefined) return refuse(stale);
  const signature = (headers['x-aghanim-signature'] ?? '').toLowerCase();
  const sign = (secret: string) => createHmac('sha256', secret).update(`${signedAtS}.`).update(body).digest('hex');
  // All of them are tried: how long it takes says nothing about which it was.
  const signers = settings.WebhookSecrets.filter((secret) => isSameSignature(signature, sign(secret)));
  if (signers.length === 0) return refuse('Nobody signed the webhook.');
  const event = parseJson(body);
  if (!Value.Check(Event, event)) return refuse('It is signed, and no webhook of Aghanim.');
  // A key works in one mode alone: what the other tells of is not in the records that it opens.
  if (event.sandbox !== settings.Sandbox)
    return refuse(`It comes from ${event.sandbox ? 'the sandbox' : 'live sales'}, and the settings say otherwise.`);
  return { event };
}
