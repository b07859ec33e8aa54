// Disputes, and what differs between the providers' records and ours.
import { Type } from 'typebox';
import { CurrencyCode } from '#model/money.ts';
import { Day } from '#model/game-day.ts';
import { route } from '#model/route.ts';
import { instant, object, oneOf, text, uuid } from '#model/schema.ts';
import { PaymentDiscrepancy, UnmatchedPaymentEvent } from './orders.ts';

const Before = Type.Optional(text(1000, { description: 'The next page: `Next` of the last reply' }));
const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' }));
const Next = Type.Optional(text(1000, { description: 'Absent: there is no next page' }));

export const DisputeState = oneOf(['Open', 'Won', 'Lost']);

export const PaymentDispute = object({
  OrderId: uuid,
  Game: text(64),
  Provider: text(60),
  Account: Type.Optional(text(63, { description: "The game whose account it is. Absent: the portal's account" })),
  TransactionId: text(200, { description: "The provider's id of the dispute" }),
  AmountMinor: Type.Integer(),
  Currency: CurrencyCode,
  IsTest: Type.Boolean(),
  State: DisputeState,
  OpenedAt: instant,
  EvidenceDueAt: Type.Optional({ ...instant, description: 'Absent: the provider does not tell' }),
  ClosedAt: Type.Optional(instant),
  EvidenceMadeAt: Type.Optional({ ...instant, description: 'When an operator last downloaded the evidence' }),
});

const read = { access: ['operator'], permission: 'orders.read' } as const;

export const operatorPaymentRoutes = {
  disputes: route({
    method: 'GET',
    path: '/operator/disputes',
    ...read,
    summary: 'Disputed payments, newest first.',
    query: object({ State: Type.Optional(DisputeState), Before, Limit }),
    reply: object({ Disputes: Type.Array(PaymentDispute), Next }),
  }),
  discrepancyDays: route({
    method: 'GET',
    path: '/operator/reconciliation/days',
    ...read,
    summary: "How many differences between the providers' records and ours were found, by day and provider.",
    query: object({ Days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366, description: 'Default: 30' })) }),
    reply: object({
      Days: Type.Array(
        object({
          Day,
          Provider: text(60),
          Found: Type.Integer(),
          AppliedLate: Type.Integer({ description: 'Of these: applied since, so nothing has to be done' }),
        }),
      ),
    }),
  }),
  discrepancies: route({
    method: 'GET',
    path: '/operator/reconciliation/discrepancies',
    ...read,
    summary: "Differences between the providers' records and ours, newest first.",
    query: object({
      Provider: Type.Optional(text(60)),
      Day: Type.Optional(text(10, { pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
      Before,
      Limit,
    }),
    reply: object({ Discrepancies: Type.Array(PaymentDiscrepancy), Next }),
  }),
  unmatchedEvents: route({
    method: 'GET',
    path: '/operator/reconciliation/unmatched',
    ...read,
    summary: 'Valid events of providers about payments that no order has, newest first.',
    query: object({ Before, Limit }),
    reply: object({ Events: Type.Array(UnmatchedPaymentEvent), Next }),
  }),
  retryUnmatched: route({
    method: 'POST',
    path: '/operator/reconciliation/retry_unmatched',
    access: ['operator'],
    permission: 'orders.refund',
    audit: 'change',
    summary: 'Apply an unmatched event again, after its order became known. A job does it.',
    body: object({
      Provider: text(60),
      Account: Type.Optional(text(63)),
      EventId: text(200, { minLength: 1 }),
      Reason: Type.Optional(text(1000)),
    }),
    reply: object({ Success: Type.Boolean() }),
    errors: ['NotFound'],
  }),
};
