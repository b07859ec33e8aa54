// The words of a purchase: what is wished for, what is shown of it, where it stands and how it ends.
import type { PageHost, PaymentOutcome } from '#payments/port.browser.ts';
import type { client } from '#portal/api.ts';
import type { Pace } from './await-payment.ts';

export type PaymentRequest = Parameters<(typeof client)['store']['createPayment']>[0];
export type PaymentResult = Awaited<ReturnType<(typeof client)['store']['createPayment']>>;

export interface PurchaseRequest {
  readonly game: string;
  readonly sku: string;
  readonly platform: PaymentRequest['WebPublishingPlatform'];
  /** Whether a game asked for it over the bridge, or the buyer in the store. */
  readonly from: 'game' | 'site';
  /** In which language names, prices and the provider's page are; absent: the account's. */
  readonly locale?: PaymentRequest['Locale'];
  /** In which money; absent: the server chooses for the buyer. */
  readonly currency?: string | undefined;
  readonly developerPayload?: string | undefined;
  readonly productNameHint?: string | undefined;
  readonly productDescriptionHint?: string | undefined;
  /** The block of the platform on which it is bought, by its name on the wire, where the platform has one. */
  readonly block?: Readonly<Record<string, unknown>> | undefined;
}

export interface PurchaseStats {
  readonly currency: string;
  readonly currencyAmount: number;
  readonly usdAmount: number;
}

/** The messages are those of the catalogue, to the letter. */
export type PurchaseOutcome =
  /** The server has seen the money. */
  | { readonly outcome: 'paid'; readonly transactionId: string; readonly stats: PurchaseStats }
  /** The buyer may have paid; nobody knows yet. What comes of it is in the list of purchases. */
  | { readonly outcome: 'unconfirmed'; readonly transactionId: string; readonly message: string }
  | { readonly outcome: 'cancelled'; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };

/** An order as its buyer sees it. */
export interface ShownOrder {
  readonly transactionId: string;
  readonly name: string;
  readonly description: string;
  readonly imageUrl?: string | undefined;
  /** What comes along with it. */
  readonly additional?: PaymentResult['OrderProduct']['AdditionalProducts'] | undefined;
  /** As people of the language write it. */
  readonly price: string;
  readonly stats: PurchaseStats;
  readonly providers: NonNullable<PaymentResult['Providers']>;
  /** Each method once, with the provider that the server has chosen for it. */
  readonly methods: NonNullable<PaymentResult['PaymentMethods']>;
}

export type PaymentMethod = NonNullable<PaymentResult['PaymentMethods']>[number]['Method'];

/** How a payment that was opened can be paid. */
export interface PaymentOption {
  /** The provider's name on the wire. */
  readonly provider: string;
  /** The folder of its browser adapter. */
  readonly folder: string;
  readonly block: unknown;
  /** The provider's own page, in a tab; absent: its form is shown in the frame. */
  readonly tabUrl?: string | undefined;
  /** How to find out what comes of it there; absent: as of every order. */
  readonly tabWatch?: PaymentWatch | undefined;
  /** Pays in this very page, on a platform that takes the money in a dialog of its own; absent: in the frame. */
  readonly payHere?: ((place: PayPlace) => Promise<PaymentOutcome>) | undefined;
}

/** Where something is paid in the portal's own page. */
export type PayPlace = Pick<PageHost, 'container' | 'orderId' | 'locale' | 'closing' | 'setBusy'>;

export interface PaymentWatch {
  readonly pace: Pace;
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
      readonly way: PaymentOption;
      /** The method that the buyer wants; absent: the way has none in the list. */
      readonly chosen: PaymentMethod | undefined;
      /** Another provider than that of the way takes it, and is being asked. */
      readonly isChanging: boolean;
      readonly hasFailed: boolean;
    }
  | {
      readonly name: 'paying';
      readonly order: ShownOrder;
      readonly way: PaymentOption;
      /** The buyer has pressed the provider's button. */
      readonly isBusy: boolean;
      /** The buyer closes: the form is asked to end. */
      readonly isClosing: boolean;
      readonly isCompleted: boolean;
    }
  /** The buyer pays in a tab of the provider's. */
  | { readonly name: 'away'; readonly order: ShownOrder; readonly tabUrl: string }
  | { readonly name: 'confirming'; readonly order: ShownOrder }
  | { readonly name: 'late'; readonly order: ShownOrder }
  | {
      readonly name: 'failed';
      readonly order?: ShownOrder | undefined;
      /** Whose form it was; absent: none was opened. */
      readonly way?: PaymentOption | undefined;
      readonly message: string;
      /** The provider's own page has not been tried in vain yet. */
      readonly canUseTab: boolean;
      readonly isTrying: boolean;
    }
  | { readonly name: 'over'; readonly outcome: PurchaseOutcome };

export interface PurchaseFlow {
  readonly step: () => PurchaseStep;
  readonly subscribe: (listener: () => void) => () => void;
  readonly ended: Promise<PurchaseOutcome>;
  readonly sendInfo: (info: BuyerInfo) => void;
  /** Another payment method. */
  readonly choose: (method: PaymentMethod) => void;
  /** The buyer says yes: the form comes up, or the provider's page has been opened by that very press. */
  readonly pay: () => void;
  /** What the form in the frame says. */
  readonly takeFormOutcome: (form: PaymentOutcome) => void;
  readonly setBusy: (isBusy: boolean) => void;
  readonly retry: () => void;
  /** The provider's own page instead of its form. */
  readonly retryInTab: () => void;
  /** The buyer wants out. */
  readonly close: () => void;
  /** The modal has gone, and the form with it. */
  readonly leave: () => void;
}

/** Those that are not a provider's own. */
export const messages = {
  error: 'An error occurred during the purchase process',
  notCompleted: 'Payment not completed',
  closed: 'Widget closed before payment completed',
  noInfo: 'Email input cancelled',
  unsupported: 'Unsupported payment method for FxId web',
  unknown: 'Unknown error',
} as const;
