// The Bot API. Only Telegram's status 400 counts as a rejection of the request. The token is in the URL, so no message
// may contain it.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { createVendorMethodCaller } from '#kit/create-vendor-method-caller.server.ts';
import { unwrapVendorReply } from '#kit/call-vendor.server.ts';
import { fetchListSince } from '#kit/fetch-list-since.server.ts';
import type { PaymentHost } from '#model/payment-operations.server.ts';
import type { telegram } from './platform.ts';

export type TelegramHost = PaymentHost<Static<typeof telegram.settings>>;

/** A rejection contains Telegram's description, such as `Bad Request: CHARGE_ALREADY_REFUNDED`. */
export const callTelegram = createVendorMethodCaller((method, json: object, { settings }: TelegramHost) => {
  const { ApiBase = 'https://api.telegram.org', BotToken, IsTest = false } = settings;
  return {
    vendor: 'Telegram',
    url: `${ApiBase}/bot${BotToken}/${IsTest ? 'test/' : ''}${method}`,
    json,
    // Reading the records takes several calls, which together have fifteen seconds.
    timeoutMs: 5_000,
    responseField: 'result',
    parseRejection: (status, body) =>
      status === 400 && Value.Check(Fault, body) ? `Telegram refused: ${body.description.slice(0, 200)}` : undefined,
    remedies: {
      401: 'Is BotToken right?',
      404: 'Is BotToken right, and IsTest?',
      429: 'It wants to be asked less often.',
    },
  };
});

const Fault = Type.Object({ ok: Type.Literal(false), error_code: Type.Literal(400), description: Type.String() });

export const StarCountSchema = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
export const ChargeIdSchema = Type.String({ minLength: 1, maxLength: 150 });
export const TelegramUserSchema = Type.Object({
  // Telegram's ids fit exactly into a number.
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  first_name: Type.Optional(Type.String()),
  last_name: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
  language_code: Type.Optional(Type.String()),
});

// Payers are users; other partners (ads, Fragment) are not needed.
const Partner = Type.Object({
  type: Type.String(),
  user: Type.Optional(TelegramUserSchema),
  invoice_payload: Type.Optional(Type.String()),
});

/** `source`: received. `receiver`: spent. A refund has the id of its payment. */
const StarTransaction = Type.Object({
  id: ChargeIdSchema,
  amount: StarCountSchema,
  date: Type.Integer(),
  source: Type.Optional(Partner),
  receiver: Type.Optional(Partner),
});
export type StarTransaction = Static<typeof StarTransaction>;

const StarTransactions = Type.Object({ transactions: Type.Array(StarTransaction) });

export const fetchTransactionsSince = (since: Date, host: TelegramHost): Promise<readonly StarTransaction[]> =>
  // In seconds, with a minute of tolerance for Telegram's clock.
  fetchListSince(since.getTime() / 1000 - 60, {
    subject: 'transactions of Telegram',
    pageSize: 100,
    maxPages: 40,
    secondsOf: ({ date }) => date,
    async readPage(offset, limit) {
      const reply = await callTelegram('getStarTransactions', { offset, limit }, StarTransactions, host);
      return unwrapVendorReply(reply, 'Telegram does not show its records').transactions;
    },
  });
