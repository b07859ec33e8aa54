// Builds what an adapter returns to the core. An undefined event means that no money has moved.
import { buildRefusal } from './build-refusal.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { ProviderAttemptRecord, RefundResult, ParsedWebhook } from '#model/payment-operations.server.ts';

export type CommonPaymentEventFields = Pick<PaymentEvent, 'attemptId' | 'isTest' | 'dedupKey'>;

type MaybeEvent = PaymentEvent | undefined;

export const filterDefinedEvents = (events: readonly MaybeEvent[]): readonly PaymentEvent[] =>
  events.filter((event) => event !== undefined);

/** Throws if the vendor's amount could not be converted (`amountMinor` is undefined). */
export function requireConvertedAmount(
  vendor: string,
  told: string,
  amountMinor: number | undefined,
  currency: string,
): { readonly amountMinor: number; readonly currency: string } {
  if (amountMinor !== undefined) return { amountMinor, currency };
  throw new Error(
    `${vendor} returned ${told} of ${currency}, which cannot be converted. Check it in the provider's dashboard.`,
  );
}

/** `ScriptUrl` replaces the provider's script with a simulated one. */
export function buildCreatedResult<Block extends object>(
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
  readonly redirectUrl: string | undefined;
  readonly expiresAt?: Date;
}

export const buildParsedWebhook = (event: MaybeEvent): ParsedWebhook =>
  event ? { outcome: 'events', events: [event] } : { outcome: 'ignored' };

export const buildClosedAttemptRecord = (...events: readonly MaybeEvent[]): ProviderAttemptRecord => ({
  events: filterDefinedEvents(events),
  isOver: true,
});

export const buildOpenAttemptRecord = (): ProviderAttemptRecord => ({ events: [], isOver: false });

/** Without an event the refund is pending. `why` explains a failed refund. */
export function buildRefundResult(
  vendor: string,
  providerRefundId: string,
  event: MaybeEvent,
  why: string | null | undefined,
): RefundResult {
  if (!event) return { outcome: 'pending', providerRefundId };
  if (event.kind === 'refunded') return { outcome: 'done', events: [event] };
  return buildRefusal(`${vendor} could not refund it: ${why ?? 'no reason given'}.`);
}
