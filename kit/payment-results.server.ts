// Builds what an adapter returns to the core. An undefined event means that no money has moved.
import { refuse } from './refuse.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { Reading, RefundOutcome, WebhookReading } from '#model/payment-verbs.server.ts';

/** The parts of an event that name its attempt and its source. */
export type PaymentEventSource = Pick<PaymentEvent, 'attemptId' | 'isTest' | 'dedupKey'>;

type MaybeEvent = PaymentEvent | undefined;

export const keepDefinedEvents = (facts: readonly MaybeEvent[]): readonly PaymentEvent[] =>
  facts.filter((fact) => fact !== undefined);

/** @param amountMinor what it is in our units; undefined: none that we could have asked for, which is a fault and no guess */
export function expectMoney(
  vendor: string,
  told: string,
  amountMinor: number | undefined,
  currency: string,
): { readonly amountMinor: number; readonly currency: string } {
  if (amountMinor !== undefined) return { amountMinor, currency };
  throw new Error(`${vendor} tells ${told} of ${currency}, which is no amount of ours. Look at it in its cabinet.`);
}

/** Of a payment that can be paid. The browser adapter gets the script of a simulation where the settings name one. */
export function tellCreated<Block extends object>(
  { settings: { ScriptUrl } }: { readonly settings: { readonly ScriptUrl?: string } },
  created: CreatedPayment<Block>,
) {
  const { reply, redirectUrl, ...rest } = created;
  return {
    outcome: 'created' as const,
    ...rest,
    reply: { ...reply, ...(ScriptUrl !== undefined && { ScriptUrl }) },
    ...(redirectUrl !== undefined && { redirectUrl }),
  };
}

interface CreatedPayment<Block> {
  readonly providerPaymentId?: string;
  readonly reply: Block;
  /** Undefined: nobody leaves the portal. */
  readonly redirectUrl: string | undefined;
  readonly expiresAt?: Date;
}

/** Of a webhook. */
export const tellFact = (fact: MaybeEvent): WebhookReading =>
  fact ? { outcome: 'facts', facts: [fact] } : { outcome: 'ignored' };

/** Of the records: nothing can be paid any more. */
export const tellEnd = (...facts: readonly MaybeEvent[]): Reading => ({
  facts: keepDefinedEvents(facts),
  isOver: true,
});

/** Of the records: nobody has paid it yet. */
export const tellOpen = (): Reading => ({ facts: [], isOver: false });

/** Of a refund that was asked for. Without a fact it is on its way; with one that it failed, `why` says the reason. */
export function tellRefund(
  vendor: string,
  providerRefundId: string,
  fact: MaybeEvent,
  why: string | null | undefined,
): RefundOutcome {
  if (!fact) return { outcome: 'pending', providerRefundId };
  if (fact.kind === 'refunded') return { outcome: 'done', facts: [fact] };
  return refuse(`${vendor} could not send it back: ${why ?? 'it does not say why'}.`);
}
