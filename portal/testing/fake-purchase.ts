// A purchase without a server, for tests. Calls get their replies from lists, and are recorded.
import type { PaymentResult, PaymentOption, PurchaseRequest, ShownOrder } from '#portal/purchase/purchase.ts';
import type { PurchaseDeps } from '#portal/purchase/purchase-state.ts';

export const testTransactionId = '0b8f7f0e-9d5c-4c3e-8a54-6f0f0c4b8a11';
export const testPurchaseRequest: PurchaseRequest = { game: 'miner', sku: 'lamp', platform: 'FxId', from: 'game' };
export const testPurchaseStats = { currency: 'EUR', currencyAmount: 4.99, usdAmount: 5.4 };
export const testProviders: ShownOrder['providers'] = [
  { Id: 'Frames', Title: 'Frames', PaymentMethods: ['Card', 'ApplePay'] },
  { Id: 'Tabs', Title: 'Tabs', PaymentMethods: ['Card', 'Sbp', 'YooMoney'] },
];
export const testPaymentMethods: ShownOrder['methods'] = [
  { Method: 'Card', Provider: 'Frames' },
  { Method: 'ApplePay', Provider: 'Frames' },
  { Method: 'Sbp', Provider: 'Tabs' },
  { Method: 'YooMoney', Provider: 'Tabs' },
];
export const testPaymentReply: PaymentResult = {
  TransactionId: testTransactionId,
  OrderProduct: { Price: 4.99, Currency: 'EUR', UsdPrice: 5.4, LocalizedProductName: 'Lamp' },
  Providers: testProviders,
  PaymentMethods: testPaymentMethods,
};
export const testOrder: ShownOrder = {
  transactionId: testTransactionId,
  name: 'Lamp',
  description: 'It burns.',
  price: '€4.99',
  stats: testPurchaseStats,
  providers: testProviders,
  methods: testPaymentMethods,
};
export const framePaymentOption: PaymentOption = { provider: 'Frames', folder: 'frames', block: 1 };
export const tabPaymentOption: PaymentOption = {
  provider: 'Tabs',
  folder: 'tabs',
  block: 2,
  tabUrl: 'https://pay.example/1',
};

export interface FakePurchaseOptions {
  /** In order; the last one repeats. */
  readonly answers?: readonly (PaymentResult | Error)[];
  readonly options?: readonly (PaymentOption | undefined)[];
  readonly statuses?: readonly ('Created' | 'Payed' | 'Cancelled' | Error)[];
  readonly saves?: readonly (true | Error)[];
  readonly hint?: () => Promise<never>;
}

export function createFakePurchaseDeps(behaviour: FakePurchaseOptions = {}) {
  const {
    answers = [testPaymentReply],
    options = [framePaymentOption],
    statuses = ['Created'],
    saves = [true],
  } = behaviour;
  const asked: Record<'create' | 'save' | 'status' | 'hint', object[]> = { create: [], save: [], status: [], hint: [] };
  const record = (name: keyof typeof asked, body: object): number => asked[name].push(body) - 1;
  const events: string[] = [];
  const warnings: string[] = [];
  let kept: string | undefined;
  let optionCount = 0;
  const deps = {
    calls: {
      createPayment: (body: object) => resolve(nextIn(answers, record('create', body))),
      updateOrderPi: async (body: object) => ({ Success: await resolve(nextIn(saves, record('save', body))) }),
      getPaymentStatus: async (body: object) => ({
        CheckoutStatus: await resolve(nextIn(statuses, record('status', body))),
        Status: 'Created',
        SimpleStatus: 'Created',
      }),
      setOptimisticOrderStatus: async (body: object) => {
        record('hint', body);
        await behaviour.hint?.();
        return { Status: 'Created' };
      },
    },
    findPaymentOption: async () => nextIn(options, optionCount++),
    newKey: () => 'the-key-of-the-click',
    keep: (id: string) => (kept = id),
    forget: () => (kept = undefined),
    tell: (event: string) => void events.push(event),
    warn: (text: string) => void warnings.push(text),
    // The replies have only the fields that are read here.
  } as unknown as PurchaseDeps;
  const hints = () => asked.hint.map((body) => (body as { Status: string }).Status);
  return { deps, asked, events, warnings, hints, kept: () => kept };
}

const nextIn = <T>(values: readonly T[], count: number): T => values[Math.min(count, values.length - 1)] as T;

async function resolve<T>(value: T | Error): Promise<T> {
  if (value instanceof Error) throw value;
  return value;
}
