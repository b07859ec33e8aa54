// The server adapter of a payment provider: the operations of `model/payment-operations.server.ts` and the handlers of
// its own API calls.
import type { Static, TObject } from 'typebox';
import type { PriceData } from '#model/money.ts';
import type { OrderProduct, OrderStatus } from '#model/order.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type {
  AttemptReference,
  CreatePaymentResult,
  PaymentHost,
  PaymentOperations,
  WebhookResult,
} from '#model/payment-operations.server.ts';
import type { RouteGroup, InputOfRoute, ReplyOfRoute } from '#model/route.ts';
import type { ProviderManifest } from './port.ts';

export type * from '#model/payment-operations.server.ts';

export type ProviderHost<Settings = unknown> = PaymentHost<Settings>;

type SettingsOf<M extends ProviderManifest> = M extends { settings: infer S extends TObject } ? Static<S> : undefined;
type BlockOf<M extends ProviderManifest> = M extends { paymentReply: { block: infer B extends TObject } }
  ? Static<B>
  : never;
type RoutesOf<M extends ProviderManifest> = M extends { routes: infer A extends RouteGroup }
  ? A
  : Readonly<Record<string, never>>;

export type CreatePaymentResultOf<M extends ProviderManifest> = CreatePaymentResult<BlockOf<M>>;

/** The payment that a provider's own call is about. */
export interface ProviderCallPayment extends AttemptReference {
  readonly game: string;
  /** The order is unpaid and has not expired. */
  readonly isPayable: boolean;
  readonly status: OrderStatus;
  readonly product: Static<typeof OrderProduct>;
  readonly price: PriceData;
  readonly locale: string;
  /** Where the payment page sends the buyer afterwards. */
  readonly returnUrls: { readonly success: string; readonly failure: string };
}

export interface ProviderCallTools {
  /**
   * `PublicOrderId` selects the order's newest payment, `PublicId` a payment by its attempt's id, which only the buyer
   * and the provider know.
   */
  readonly payment: ProviderCallPayment;
  /** Schedules a check of the provider's record, at most once every few seconds. */
  refresh(): Promise<void>;
  /** Applies proved payment events, as a webhook would. */
  applyEvents(events: readonly PaymentEvent[]): Promise<WebhookResult>;
}

// Declared as a method so that adapters of different manifests fit one type.
type ProviderCall<In, Settings, Out> = {
  call(input: In, host: ProviderHost<Settings>, tools: ProviderCallTools): Promise<Out>;
}['call'];

export interface ServerAdapter<M extends ProviderManifest = ProviderManifest> extends PaymentOperations<
  SettingsOf<M>,
  BlockOf<M>
> {
  readonly calls?: {
    readonly [C in keyof RoutesOf<M>]: ProviderCall<
      InputOfRoute<RoutesOf<M>[C]>,
      SettingsOf<M>,
      ReplyOfRoute<RoutesOf<M>[C]>
    >;
  };
}

export type ProviderCallHandlers<M extends ProviderManifest> = NonNullable<ServerAdapter<M>['calls']>;

export type AnyProviderCallHandlers = Readonly<Record<string, ProviderCall<object, unknown, unknown>>>;

type CallsOf<M extends ProviderManifest> = M extends { routes: RouteGroup }
  ? { readonly calls: ProviderCallHandlers<M> }
  : unknown;

export const defineServerAdapter = <const M extends ProviderManifest>(
  _: M,
  adapter: ServerAdapter<M> & CallsOf<M>,
): ServerAdapter<M> => adapter;
