// Frozen steps of a purchase, for the gallery.
import mark from '#portal/art/mark.svg';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import type { PurchaseFlow, PurchaseStep, ShownOrder } from '#portal/purchase/purchase.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';

export function purchaseOpeners(openModal: OpenModal): Readonly<Record<string, () => Promise<void>>> {
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, () => openModal('purchase', { flow: standingStill(step) })]),
  );
}

const order: ShownOrder = {
  transactionId: '0b8f7f0e-9d5c-4c3e-8a54-6f0f0c4b8a11',
  name: 'Everburning lamp',
  description: 'Burns a third longer',
  imageUrl: mark,
  price: '$4.99',
  stats: { currency: 'USD', currencyAmount: 4.99, usdAmount: 4.99 },
  providers: [
    { Id: 'One', Title: 'One', PaymentMethods: ['Card', 'ApplePay', 'GooglePay'] },
    { Id: 'Other', Title: 'Other', PaymentMethods: ['Card', 'PayPal', 'Wallet', 'PhoneBill', 'GiftCard'] },
  ],
  methods: [
    { Method: 'Card', Provider: 'One' },
    { Method: 'ApplePay', Provider: 'One' },
    { Method: 'GooglePay', Provider: 'One' },
    { Method: 'PayPal', Provider: 'Other' },
    { Method: 'Wallet', Provider: 'Other' },
    { Method: 'PhoneBill', Provider: 'Other' },
    { Method: 'GiftCard', Provider: 'Other' },
  ],
};
// Any provider's frame, without anything that could be paid.
const [{ folder } = { folder: '' }] = Object.values(runtimeConfig.paymentOptions ?? {});
const option = { provider: 'One', folder, block: {} };

const steps: Readonly<Record<string, PurchaseStep>> = {
  purchase: { name: 'confirm', order, option, chosen: 'Card', isChanging: false, hasFailed: false },
  'purchase in a tab': {
    name: 'confirm',
    order: { ...order, providers: [], methods: [] },
    option: { ...option, tabUrl: 'https://pay.example/' },
    chosen: undefined,
    isChanging: false,
    hasFailed: false,
  },
  'purchase information': {
    name: 'info',
    order,
    email: 'ada@example.org',
    isEmailRequired: true,
    isSending: false,
    hasFailed: false,
  },
  'purchase form': { name: 'paying', order, option, isBusy: true, isClosing: false, isCompleted: false },
  'purchase away': { name: 'away', order, tabUrl: 'https://pay.example/' },
  'purchase confirming': { name: 'confirming', order },
  'purchase late': { name: 'late', order },
  'purchase failed': { name: 'failed', order, option, message: '', canUseTab: true, isTrying: false },
};

/** Any action closes it. */
function standingStill(step: PurchaseStep): PurchaseFlow {
  const over = { name: 'over', outcome: { outcome: 'cancelled', message: '' } } as const;
  const listeners = new Set<() => void>();
  let shown = step;
  const close = (): void => {
    shown = over;
    for (const listener of listeners) listener();
  };
  return {
    step: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ended: Promise.resolve(over.outcome),
    sendInfo: close,
    choose: () => undefined,
    pay: close,
    handleFormOutcome: () => undefined,
    setBusy: () => undefined,
    retry: close,
    retryInTab: close,
    close,
    leave: () => undefined,
  };
}
