// Absolute Games: logins signed by ag.ru, and payments in rubles that its server reports to ours.
import { createWebhookReplyBuilder } from '#kit/create-webhook-reply-builder.server.ts';
import { truncate } from '#kit/truncate.ts';
import { toDecimal } from '#kit/decimal-amount.ts';
import { unwrapVendorReply } from '#kit/call-vendor.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { defineServerAdapter } from '../port.server.ts';
import {
  callGateway,
  PaymentRecordsSchema,
  readPaymentEvents,
  parseWebhook,
  PaymentTokenSchema,
} from './gateway.server.ts';
import { absolutegames } from './platform.ts';
import { verify, findSignatureError } from './verify.server.ts';

export const adapter = defineServerAdapter(absolutegames, {
  verify,
  payments: {
    needsEmail: () => false,
    async create({ attemptId, amountMinor, currency, product, buyer, request }, host) {
      if (currency !== absolutegames.storeCurrency || amountMinor < 1)
        return buildRefusal(`Absolute Games accepts only rubles, not ${amountMinor} ${currency}.`);
      const { AppId: appId, AuthKey: authKey, GameSid: gameSid, PlayerId: playerId, Guest } = request;
      if (Guest !== 'false') return buildRefusal('Not authorized');
      // Sent by the browser, so it must be a signed launch of this game by this buyer.
      const why = findSignatureError({ appId, playerId, gameSid, authKey }, host.settings);
      if (why !== undefined) return buildRefusal(why);
      if (appId !== host.settings.AppId || playerId !== buyer.externalId)
        return buildRefusal('The launch belongs to another game or another player than the purchase.');
      const { Debug: debug, Invite: invite } = request;
      const order = {
        player_id: playerId,
        game_sid: gameSid,
        auth_key: authKey,
        ...(debug !== undefined && { debug }),
        ...(invite !== undefined && { invite }),
        order_id: attemptId,
        amount: toDecimal(amountMinor, currency),
        currency,
        title: truncate(product.name.trim() || product.sku, 100),
        description: truncate(product.description.trim(), 500),
      };
      const reply = await callGateway('/payments', order, PaymentTokenSchema, host);
      return reply.outcome === 'refused' ? reply : { outcome: 'created', reply: { Token: reply.answer.token } };
    },
    async read({ attemptId }, host) {
      const reply = await callGateway('/payments/read', { order_id: attemptId }, PaymentRecordsSchema, host);
      // How long a token can be paid is not documented.
      return { events: readPaymentEvents(unwrapVendorReply(reply), attemptId), isOver: false };
    },
    refund: async () =>
      buildRefusal('Absolute Games refunds through its support. Ask there; its notification is recorded.'),
    parseWebhook,
    buildWebhookReply: createWebhookReplyBuilder({ refused: 403 }),
  },
  calls: {},
});
