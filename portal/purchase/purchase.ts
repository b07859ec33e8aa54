import type { PlatformCheckoutHost, PaymentOutcome } from '#payments/port.browser.ts';
import type { apiClient } from '#portal/api.ts';
import type { PollSchedule } from './poll-payment.ts';

export type PaymentRequest = Parameters<(typeof apiClient)['store']['createPayment']>[0];
export type PaymentResult = Awaited<ReturnType<(typeof apiClient)['store']['createPayment']>>;

export interface PurchaseRequest {
  readonly game: string;
  readonly sku: string;
  readonly platform: PaymentRequest['WebPublishingPlatform'];
  /** Requested by a game over the bridge, or by the buyer in the store. */
  readonly from: 'game' | 'site';
  /** The language of names, prices and the provider's page; by default the account's. */
  readonly locale?: PaymentRequest['Locale'];
  readonly currency?: string | undefined;
  readonly developerPayload?: string | undefined;
  readonly productNameHint?: string | undefined;
  readonly productDescriptionHint?: string | undefined;
  readonly block?: Readonly<Record<string, unknown>> | undefined;
}

export interface PurchaseAmounts {
  readonly currency: string;
  readonly currencyAmount: number;
  readonly usdAmount: number;
}

export type PurchaseOutcome =
  | { readonly outcome: 'paid'; readonly transactionId: string; readonly stats: PurchaseAmounts }
  /** The buyer may have paid, but the server has not confirmed it. The list of purchases will show the result. */
  | { readonly outcome: 'unconfirmed'; readonly transactionId: string; readonly message: string }
  | { readonly outcome: 'cancelled'; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };

export interface ShownOrder {
  readonly transactionId: string;
  readonly name: string;
  readonly description: string;
  readonly imageUrl?: string | undefined;
  readonly additional?: PaymentResult['OrderProduct']['AdditionalProducts'] | undefined;
  /** Formatted for the language. */
  readonly price: string;
  readonly stats: PurchaseAmounts;
  readonly providers: NonNullable<PaymentResult['Providers']>;
  /** Each method once, with the provider that the server chose for it. */
  readonly methods: NonNullable<PaymentResult['PaymentMethods']>;
}

export type PaymentMethod = NonNullable<PaymentResult['PaymentMethods']>[number]['Method'];

export interface PaymentOption {
  /** The provider's name in the API. */
  readonly provider: string;
  readonly folder: string;
  readonly block: unknown;
  /** The provider's own page, opened in a tab. Absent: its form is shown in the frame. */
  readonly tabUrl?: string | undefined;
  readonly tabWatch?: PaymentPollOptions | undefined;
  /** Pays in a dialog of the surrounding platform. */
  readonly payHere?: ((place: PagePaymentHost) => Promise<PaymentOutcome>) | undefined;
}

export type PagePaymentHost = Pick<PlatformCheckoutHost, 'container' | 'orderId' | 'locale' | 'closing' | 'setBusy'>;

export interface PaymentPollOptions {
  readonly schedule: PollSchedule;
  readonly ask: (orderId: string) => Promise<'Created' | 'Payed' | 'Cancelled'>;
}

export interface BuyerInfo {
  readonly email: string;
  readonly phone: string;
  readonly isAutoConfirm: boolean;
}

export type PurchaseStep =
  | { readonly name: 'opening' }
  | {
      readonly name: 'info';
      readonly order: ShownOrder;
      readonly email: string;
      readonly isEmailRequired: boolean;
      readonly isSending: boolean;
      readonly hasFailed: boolean;
    }
  | {
      readonly name: 'confirm';
      readonly order: ShownOrder;
      readonly option: PaymentOption;
      /** Undefined if the provider is not in the list of methods. */
      readonly chosen: PaymentMethod | undefined;
      /** Another provider takes this method, and its payment is being created. */
      readonly isChanging: boolean;
      readonly hasFailed: boolean;
    }
  | {
      readonly name: 'paying';
      readonly order: ShownOrder;
      readonly option: PaymentOption;
      readonly isBusy: boolean;
      readonly isClosing: boolean;
      readonly isCompleted: boolean;
    }
  | { readonly name: 'away'; readonly order: ShownOrder; readonly tabUrl: string }
  | { readonly name: 'confirming'; readonly order: ShownOrder }
  | { readonly name: 'late'; readonly order: ShownOrder }
  | {
      readonly name: 'failed';
      readonly order?: ShownOrder | undefined;
      readonly option?: PaymentOption | undefined;
      readonly message: string;
      readonly canUseTab: boolean;
      readonly isTrying: boolean;
    }
  | { readonly name: 'over'; readonly outcome: PurchaseOutcome };

export interface PurchaseFlow {
  readonly step: () => PurchaseStep;
  readonly subscribe: (listener: () => void) => () => void;
  readonly ended: Promise<PurchaseOutcome>;
  readonly sendInfo: (info: BuyerInfo) => void;
  readonly choose: (method: PaymentMethod) => void;
  readonly pay: () => void;
  readonly handleFormOutcome: (form: PaymentOutcome) => void;
  readonly setBusy: (isBusy: boolean) => void;
  readonly retry: () => void;
  readonly retryInTab: () => void;
  readonly close: () => void;
  /** The modal has been removed, and the form with it. */
  readonly leave: () => void;
}

/** Error messages for the game, fixed by the specification. Players see the texts `purchase.*`. */
export const purchaseErrorMessagesForGame = {
  error: 'An error occurred during the purchase process',
  notCompleted: 'Payment not completed',
  closed: 'Widget closed before payment completed',
  noInfo: 'Email input cancelled',
  unsupported: 'Unsupported payment method for FxId web',
  unknown: 'Unknown error',
} as const;
