// The types of a purchase: the request, the order as shown, the steps and the outcome.
import type { PlatformPageHost, PaymentOutcome } from '#payments/port.browser.ts';
import type { apiClient } from '#portal/api.ts';
import type { PollSchedule } from './poll-payment.ts';

export type PaymentRequest = Parameters<(typeof apiClient)['store']['createPayment']>[0];
export type PaymentResult = Awaited<ReturnType<(typeof apiClient)['store']['createPayment']>>;

export interface PurchaseRequest {
  readonly game: string;
  readonly sku: string;
  readonly platform: PaymentRequest['WebPublishingPlatform'];
  /** Whether a game requested it over the bridge, or the buyer in the store. */
  readonly from: 'game' | 'site';
  /** The language of names, prices and the provider's page; absent: the account's. */
  readonly locale?: PaymentRequest['Locale'];
  /** Absent: the server chooses a currency for the buyer. */
  readonly currency?: string | undefined;
  readonly developerPayload?: string | undefined;
  readonly productNameHint?: string | undefined;
  readonly productDescriptionHint?: string | undefined;
  /** The platform's block by its wire name, if the platform has one. */
  readonly block?: Readonly<Record<string, unknown>> | undefined;
}

export interface PurchaseStats {
  readonly currency: string;
  readonly currencyAmount: number;
  readonly usdAmount: number;
}

/** The messages are fixed by the specification. */
export type PurchaseOutcome =
  /** The server has confirmed the payment. */
  | { readonly outcome: 'paid'; readonly transactionId: string; readonly stats: PurchaseStats }
  /**
   * The buyer may have paid, but the server has not confirmed it yet. The result will appear in the list of purchases.
   */
  | { readonly outcome: 'unconfirmed'; readonly transactionId: string; readonly message: string }
  | { readonly outcome: 'cancelled'; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };

/** An order as its buyer sees it. */
export interface ShownOrder {
  readonly transactionId: string;
  readonly name: string;
  readonly description: string;
  readonly imageUrl?: string | undefined;
  /** The included products. */
  readonly additional?: PaymentResult['OrderProduct']['AdditionalProducts'] | undefined;
  /** Formatted for the language. */
  readonly price: string;
  readonly stats: PurchaseStats;
  readonly providers: NonNullable<PaymentResult['Providers']>;
  /** Each method once, with the provider that the server chose for it. */
  readonly methods: NonNullable<PaymentResult['PaymentMethods']>;
}

export type PaymentMethod = NonNullable<PaymentResult['PaymentMethods']>[number]['Method'];

/** How a created payment can be paid. */
export interface PaymentOption {
  /** The provider's wire name. */
  readonly provider: string;
  /** The folder of its browser adapter. */
  readonly folder: string;
  readonly block: unknown;
  /** The provider's own page, opened in a tab. Absent: its form is shown in the frame. */
  readonly tabUrl?: string | undefined;
  /** How to poll for the result of that page. Absent: as for every order. */
  readonly tabWatch?: PaymentWatch | undefined;
  /** Pays on this page, in a dialog of the surrounding platform. Absent: in the frame. */
  readonly payHere?: ((place: PagePaymentHost) => Promise<PaymentOutcome>) | undefined;
}

/** What a payment on the portal's own page needs. */
export type PagePaymentHost = Pick<PlatformPageHost, 'container' | 'orderId' | 'locale' | 'closing' | 'setBusy'>;

export interface PaymentWatch {
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
      /** The selected payment method. Absent: this provider has none in the list. */
      readonly chosen: PaymentMethod | undefined;
      /** Another provider takes this method, and its payment is being created. */
      readonly isChanging: boolean;
      readonly hasFailed: boolean;
    }
  | {
      readonly name: 'paying';
      readonly order: ShownOrder;
      readonly option: PaymentOption;
      /** The buyer has pressed the provider's button. */
      readonly isBusy: boolean;
      /** The buyer closes: the form has been asked to close. */
      readonly isClosing: boolean;
      readonly isCompleted: boolean;
    }
  /** The buyer pays in a tab of the provider. */
  | { readonly name: 'away'; readonly order: ShownOrder; readonly tabUrl: string }
  | { readonly name: 'confirming'; readonly order: ShownOrder }
  | { readonly name: 'late'; readonly order: ShownOrder }
  | {
      readonly name: 'failed';
      readonly order?: ShownOrder | undefined;
      /** The failed payment option. Absent: no form was opened. */
      readonly option?: PaymentOption | undefined;
      readonly message: string;
      /** The provider's own page is still worth a try. */
      readonly canUseTab: boolean;
      readonly isTrying: boolean;
    }
  | { readonly name: 'over'; readonly outcome: PurchaseOutcome };

export interface PurchaseFlow {
  readonly step: () => PurchaseStep;
  readonly subscribe: (listener: () => void) => () => void;
  readonly ended: Promise<PurchaseOutcome>;
  readonly sendInfo: (info: BuyerInfo) => void;
  /** Selects another payment method. */
  readonly choose: (method: PaymentMethod) => void;
  /** The buyer confirms: the form opens, or the same click has opened the provider's page. */
  readonly pay: () => void;
  /** Handles what the form in the frame reports. */
  readonly handleFormOutcome: (form: PaymentOutcome) => void;
  readonly setBusy: (isBusy: boolean) => void;
  readonly retry: () => void;
  /** Opens the provider's own page instead of its form. */
  readonly retryInTab: () => void;
  /** The buyer closes the dialog. */
  readonly close: () => void;
  /** The modal has been removed, and the form with it. */
  readonly leave: () => void;
}

/** The messages that do not come from a provider. */
/** Error messages for the game, fixed by the specification. Players see the texts `purchase.*` of i18n. */
export const purchaseMessages = {
  error: 'An error occurred during the purchase process',
  notCompleted: 'Payment not completed',
  closed: 'Widget closed before payment completed',
  noInfo: 'Email input cancelled',
  unsupported: 'Unsupported payment method for FxId web',
  unknown: 'Unknown error',
} as const;
