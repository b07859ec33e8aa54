// One purchase, from the wish to its end, without anything that is drawn: the modal shows its steps and passes on what the buyer
// does. All calls of one purchase carry one key, so that whatever is repeated is one order.
//
// opening → info (where a receipt needs an address) → confirm → paying in the frame, or away in a tab → confirming → over.
// From `failed` the buyer tries again, or pays in a tab. What the form says is a hint for the server; a purchase is paid when
// the server says so, and while nobody knows, nobody is told that it is, or that it is not.
import { ApiError } from '#contract/api-error.ts';
import type { PaymentOutcome } from '#payments/port.browser.ts';
import type { client } from '#portal/api.ts';
import type { DataLayerData, DataLayerEvent } from '#portal/reporting/data-layer.ts';
import { awaitPayment, confirmingPace, watchingPace } from './await-payment.ts';
import { messages } from './purchase.ts';
import type {
  GivenInfo,
  PaymentRequest,
  PaymentResult,
  PaymentWay,
  PurchaseFlow,
  PurchaseOutcome,
  PurchaseStep,
  PurchaseWish,
  ShownOrder,
} from './purchase.ts';
import { firstRequest, shownOrder } from './payment-order.ts';
import { tellEnd } from './tell-purchase.ts';

export interface PurchaseParts {
  readonly calls: Pick<
    (typeof client)['store'],
    'createPayment' | 'updateOrderPi' | 'getPaymentStatus' | 'setOptimisticOrderStatus'
  >;
  readonly findWay: (result: PaymentResult) => Promise<PaymentWay | undefined>;
  readonly newKey: () => string;
  /** So that a reload in the middle does not lose it. */
  readonly keep: (transactionId: string) => void;
  readonly forget: () => void;
  readonly tell: (event: DataLayerEvent, data: DataLayerData) => void;
  readonly warn: (text: string, error: unknown) => void;
}

export function startPurchase(wish: PurchaseWish, parts: PurchaseParts): PurchaseFlow {
  const { calls, warn } = parts;
  const request = firstRequest(wish, parts.newKey());
  const listeners = new Set<() => void>();
  const ended = Promise.withResolvers<PurchaseOutcome>();
  const over = new AbortController();
  let step: PurchaseStep = { name: 'opening' };
  let order: ShownOrder | undefined;
  let provider: string | undefined;
  let hasGivenInfo = false;
  let canUseTab = true;

  const go = (next: PurchaseStep): void => {
    if (step.name === 'over') return;
    step = next;
    for (const listener of listeners) listener();
  };
  const finish = (outcome: PurchaseOutcome): void => {
    if (step.name === 'over') return;
    over.abort();
    parts.forget();
    tellEnd(parts.tell, wish, order, outcome);
    go({ name: 'over', outcome });
    ended.resolve(outcome);
  };
  const cancel = (message: string): void => {
    hint('Cancelled');
    finish({ outcome: 'cancelled', message });
  };
  const fail = (message: string, way?: PaymentWay): void =>
    go({ name: 'failed', order, way, message, canUseTab, isTrying: false });

  /** What the buyer's browser believes. Nothing depends on its arrival. */
  const hint = (Status: 'Completed' | 'Cancelled'): void => {
    if (!order) return;
    calls
      .setOptimisticOrderStatus({ PublicOrderId: order.transactionId, Status })
      .catch((error: unknown) => warn('The server could not be told what became of the payment.', error));
  };

  /** Opens the payment and goes on to what the answer asks for. `isSure`: the buyer has confirmed already. */
  const open = async (asked: Partial<PaymentRequest>, isSure: boolean): Promise<void> => {
    const before = step;
    try {
      const result = await calls.createPayment({
        ...request,
        ...(provider !== undefined && { Provider: provider }),
        ...asked,
      });
      order = shownOrder(result, wish, order);
      const email = result.PersonalInfoRequirements?.EmailRequirement;
      const way = await parts.findWay(result);
      // Closed meanwhile.
      if (over.signal.aborted) return hint('Cancelled');
      if (email && !(way && hasGivenInfo)) {
        const { DefaultValue = '', IsRequired } = email;
        return go({
          name: 'info',
          order,
          email: DefaultValue,
          isEmailRequired: IsRequired,
          isSending: false,
          hasFailed: false,
        });
      }
      if (!way) return fail(messages.unsupported);
      provider = way.provider;
      if (isSure && way.tabUrl === undefined) return showForm(order, way);
      return go({ name: 'confirm', order, way, chosen: way.provider, isChanging: false, hasFailed: false });
    } catch (error) {
      warn(`The payment for ${wish.sku} of ${wish.game} could not be opened.`, error);
      // An order that takes no payment any more may have been paid.
      if (order && error instanceof ApiError && error.code === 'Conflict') return confirm(order);
      if (asked.EmbeddingType === 'Redirect') canUseTab = false;
      if (before.name === 'confirm') {
        provider = before.way.provider;
        return go({ ...before, chosen: provider, isChanging: false, hasFailed: true });
      }
      return fail(
        (error instanceof ApiError && error.detail) || messages.error,
        before.name === 'failed' ? before.way : undefined,
      );
    }
  };

  const showForm = (shown: ShownOrder, way: PaymentWay): void => {
    parts.keep(shown.transactionId);
    go({ name: 'paying', order: shown, way, isBusy: false, isClosing: false, isCompleted: false });
    void watchForm(shown, way);
  };

  /** A form may forget to say that it is done. */
  const watchForm = async (shown: ShownOrder, way: PaymentWay): Promise<void> => {
    const found = await ask(shown, watchingPace);
    if (found === 'paid' && step.name === 'paying' && step.way === way) complete();
  };

  const ask = ({ transactionId }: ShownOrder, pace: typeof confirmingPace) =>
    awaitPayment(
      async () => (await calls.getPaymentStatus({ PublicOrderId: transactionId })).CheckoutStatus,
      pace,
      over.signal,
      warn,
    );

  /** @param seen a form that was completed is seen a moment longer, whatever the server says meanwhile */
  const settle = async (paid: ShownOrder, seen?: Promise<void>): Promise<void> => {
    const found = await ask(paid, confirmingPace);
    await seen;
    if (found === 'paid') return finish({ outcome: 'paid', transactionId: paid.transactionId, stats: paid.stats });
    if (found === 'cancelled') return fail(messages.notCompleted);
    return go({ name: 'late', order: paid });
  };

  const confirm = (paid: ShownOrder): void => {
    go({ name: 'confirming', order: paid });
    void settle(paid);
  };

  const complete = (): void => {
    if (step.name !== 'paying' || step.isCompleted) return;
    const paid = step.order;
    hint('Completed');
    go({ ...step, isCompleted: true, isBusy: false, isClosing: false });
    const seen = new Promise<void>((resolve) => {
      setTimeout(() => {
        go({ name: 'confirming', order: paid });
        resolve();
      }, completedMs);
    });
    void settle(paid, seen);
  };

  const hear = (said: PaymentOutcome): void => {
    if (step.name !== 'paying' || step.isCompleted) return;
    if (said.outcome === 'completed') return complete();
    const message = said.message || messages.unknown;
    if (step.isClosing || said.outcome === 'cancelled') return cancel(message);
    hint('Cancelled');
    return fail(message, step.way);
  };

  const closeForm = (paying: PurchaseStep & { name: 'paying' }): void => {
    if (paying.isCompleted || paying.isClosing) return undefined;
    // The button has been pressed: the money may be on its way.
    if (paying.isBusy) return confirm(paying.order);
    go({ ...paying, isClosing: true });
    return void setTimeout(() => step.name === 'paying' && step.isClosing && cancel(messages.closed), closingMs);
  };

  const close = (): void => {
    switch (step.name) {
      case 'opening':
      case 'confirm':
        return cancel(messages.notCompleted);
      case 'info':
        return cancel(messages.noInfo);
      case 'paying':
        return closeForm(step);
      case 'away':
      case 'confirming':
      case 'late': {
        const { transactionId } = step.order;
        return finish({ outcome: 'unconfirmed', transactionId, message: messages.notCompleted });
      }
      case 'failed':
        return finish({ outcome: 'failed', message: step.message });
      case 'over':
        return undefined;
    }
  };

  const giveInfo = async ({ email, phone, isAutoConfirm }: GivenInfo): Promise<void> => {
    if (step.name !== 'info' || step.isSending) return;
    const shown = { ...step, email, isSending: true, hasFailed: false };
    go(shown);
    try {
      await calls.updateOrderPi({
        PublicOrderId: shown.order.transactionId,
        OrderPersonalInfo: {
          ...(email !== '' && { Email: email }),
          ...(phone !== '' && { PhoneNumber: phone }),
          IsAutoConfirm: isAutoConfirm,
        },
      });
    } catch (error) {
      warn('The personal information could not be saved.', error);
      return go({ ...shown, isSending: false, hasFailed: true });
    }
    hasGivenInfo = true;
    return open({}, true);
  };

  parts.tell(wish.from === 'game' ? 'sdk_product_purchase_requested' : 'site_purchase_requested', {
    game: wish.game,
    sku: wish.sku,
  });
  void open({}, false);
  return {
    step: () => step,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ended: ended.promise,
    giveInfo: (info) => void giveInfo(info),
    choose: (chosen) => {
      if (step.name !== 'confirm' || step.isChanging || step.way.provider === chosen) return;
      go({ ...step, chosen, isChanging: true, hasFailed: false });
      provider = chosen;
      void open({}, false);
    },
    pay: () => {
      if (step.name !== 'confirm' || step.isChanging) return;
      const { order: shown, way } = step;
      if (way.tabUrl === undefined) return showForm(shown, way);
      parts.keep(shown.transactionId);
      go({ name: 'away', order: shown, tabUrl: way.tabUrl });
      void settle(shown);
    },
    hear,
    setBusy: (isBusy) => {
      if (step.name === 'paying' && !step.isCompleted) go({ ...step, isBusy });
    },
    retry: () => {
      if (step.name !== 'failed' || step.isTrying) return;
      go({ ...step, isTrying: true });
      void open({}, order !== undefined);
    },
    retryInTab: () => {
      if (step.name !== 'failed' || step.isTrying) return;
      go({ ...step, isTrying: true });
      void open({ EmbeddingType: 'Redirect' }, true);
    },
    close,
    leave: () => {
      // There is no form any more that could be asked to end.
      if (step.name === 'paying' && !step.isBusy && !step.isCompleted) return cancel(messages.closed);
      return close();
    },
  };
}

/** So long a completed form is still seen. */
const completedMs = 1000;
/** So long a form that is closed has to say that it is. */
const closingMs = 1000;
