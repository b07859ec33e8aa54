// The state of one purchase. It ends once; later calls have no effect.
import type { apiClient } from '#portal/api.ts';
import type { DataLayerData, DataLayerEvent } from '#portal/reporting/create-data-layer.ts';
import { buildPaymentRequest } from './payment-order.ts';
import type {
  PaymentMethod,
  PaymentRequest,
  PaymentResult,
  PaymentOption,
  PurchaseOutcome,
  PurchaseStep,
  PurchaseRequest,
  ShownOrder,
} from './purchase.ts';
import { trackPurchaseOutcome } from './track-purchase-outcome.ts';

export interface PurchaseDeps {
  readonly calls: Pick<
    (typeof apiClient)['store'],
    'createPayment' | 'updateOrderPi' | 'getPaymentStatus' | 'setOptimisticOrderStatus'
  >;
  readonly findPaymentOption: (result: PaymentResult) => Promise<PaymentOption | undefined>;
  readonly newKey: () => string;
  readonly keep: (transactionId: string) => void;
  readonly forget: () => void;
  readonly tell: (event: DataLayerEvent, data: DataLayerData) => void;
  readonly warn: (text: string, error: unknown) => void;
}

export interface PurchaseState {
  readonly purchaseRequest: PurchaseRequest;
  readonly deps: PurchaseDeps;
  /** The fields that all payment requests share. */
  readonly request: PaymentRequest;
  readonly step: () => PurchaseStep;
  readonly subscribe: (listener: () => void) => () => void;
  readonly go: (next: PurchaseStep) => void;
  readonly ended: Promise<PurchaseOutcome>;
  readonly signal: AbortSignal;
  readonly finish: (outcome: PurchaseOutcome) => void;
  readonly cancel: (message: string) => void;
  /** The buyer may try again. The message goes to the game. */
  readonly fail: (message: string, option?: PaymentOption) => void;
  readonly hint: (status: 'Completed' | 'Cancelled') => void;
  order: ShownOrder | undefined;
  provider: string | undefined;
  method: PaymentMethod | undefined;
  hasInfo: boolean;
  /** Whether the provider's own page is still worth a try. */
  canUseTab: boolean;
}

export function createPurchaseState(purchaseRequest: PurchaseRequest, deps: PurchaseDeps): PurchaseState {
  const listeners = new Set<() => void>();
  const ended = Promise.withResolvers<PurchaseOutcome>();
  const over = new AbortController();
  let step: PurchaseStep = { name: 'opening' };
  let isCompleted = false;
  const purchase: PurchaseState = {
    purchaseRequest,
    deps,
    request: buildPaymentRequest(purchaseRequest, deps.newKey()),
    step: () => step,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    go: (next) => {
      if (step.name === 'over') return;
      step = next;
      for (const listener of listeners) listener();
    },
    ended: ended.promise,
    signal: over.signal,
    finish: (outcome) => {
      if (step.name === 'over') return;
      // A payment in a tab reports nothing to this page before.
      if (outcome.outcome === 'paid') purchase.hint('Completed');
      over.abort();
      deps.forget();
      trackPurchaseOutcome(deps.tell, purchaseRequest, purchase.order, outcome);
      purchase.go({ name: 'over', outcome });
      ended.resolve(outcome);
    },
    cancel: (message) => {
      purchase.hint('Cancelled');
      purchase.finish({ outcome: 'cancelled', message });
    },
    fail: (message, option) => {
      const { order, canUseTab } = purchase;
      purchase.go({ name: 'failed', order, option, message, canUseTab, isTrying: false });
    },
    hint: (Status) => {
      if (!purchase.order || isCompleted) return;
      isCompleted = Status === 'Completed';
      deps.calls
        .setOptimisticOrderStatus({ PublicOrderId: purchase.order.transactionId, Status })
        .catch((error: unknown) => deps.warn('The server could not be told what became of the payment.', error));
    },
    order: undefined,
    provider: undefined,
    method: undefined,
    hasInfo: false,
    canUseTab: true,
  };
  return purchase;
}
