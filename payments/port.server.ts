// What the server adapter of a payment provider is: the verbs of `model/payment-operations.server.ts`, with the settings and the block of
// its manifest, and what its own calls do.
import type { Static, TObject } from 'typebox';
import type { PriceData } from '#model/money.ts';
import type { OrderProduct, OrderStatus } from '#model/order.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type {
  AttemptReference,
  PaymentCreation,
  PaymentHost,
  PaymentOperations,
  WebhookResult,
} from '#model/payment-operations.server.ts';
import type { Area, Input, Reply } from '#model/route.ts';
import type { ProviderManifest } from './port.ts';

export type * from '#model/payment-operations.server.ts';

export type ProviderHost<Settings = unknown> = PaymentHost<Settings>;

type SettingsOf<M extends ProviderManifest> = M extends { settings: infer S extends TObject } ? Static<S> : undefined;
type BlockOf<M extends ProviderManifest> = M extends { paymentReply: { block: infer B extends TObject } }
  ? Static<B>
  : never;
type RoutesOf<M extends ProviderManifest> = M extends { routes: infer A extends Area }
  ? A
  : Readonly<Record<string, never>>;

/** What the adapter of a manifest creates. */
export type CreationOf<M extends ProviderManifest> = PaymentCreation<BlockOf<M>>;

/** A payment with this provider, as its own calls may show it to the buyer. */
export interface OwnPayment extends AttemptReference {
  readonly game: string;
  /** Neither it nor another has paid the order, and there is time. */
  readonly isPayable: boolean;
  readonly status: OrderStatus;
  /** In the language of whoever calls. */
  readonly product: Static<typeof OrderProduct>;
  readonly price: PriceData;
  readonly locale: string;
  /** Where the buyer goes afterwards. */
  readonly returnUrls: { readonly success: string; readonly failure: string };
}

/** What the core does for a provider's own calls. */
export interface ProviderTools {
  /**
   * What the call is about. `PublicOrderId` names the newest payment of an order, `PublicId` a payment by the attempt's id, which
   * only its buyer and its provider know. Where a session is required, it is the buyer's.
   */
  readonly payment: OwnPayment;
  /** Asks for the provider's records to be read soon, at most once in a few seconds however many ask. */
  refresh(): Promise<void>;
  /** Settles what the call has proved, as a webhook would. */
  settle(events: readonly PaymentEvent[]): Promise<WebhookResult>;
}

// As methods: whoever loads adapters gives them what the contract and the schema of their settings have checked, and knows no more.
type OwnCall<In, Settings, Out> = {
  call(input: In, host: ProviderHost<Settings>, tools: ProviderTools): Promise<Out>;
}['call'];

export interface ServerAdapter<M extends ProviderManifest = ProviderManifest> extends PaymentOperations<
  SettingsOf<M>,
  BlockOf<M>
> {
  /** The manifest's own calls. A manifest that has some needs them all. */
  readonly calls?: {
    readonly [C in keyof RoutesOf<M>]: OwnCall<Input<RoutesOf<M>[C]>, SettingsOf<M>, Reply<RoutesOf<M>[C]>>;
  };
}

/** The own calls of a manifest, for whoever writes them in a file of their own. */
export type Calls<M extends ProviderManifest> = NonNullable<ServerAdapter<M>['calls']>;

/** Of any manifest, for whoever loads an adapter. */
export type AnyCalls = Readonly<Record<string, OwnCall<object, unknown, unknown>>>;

type CallsOf<M extends ProviderManifest> = M extends { routes: Area } ? { readonly calls: Calls<M> } : unknown;

/** Declares the server adapter of a manifest. */
export const defineServerAdapter = <const M extends ProviderManifest>(
  _: M,
  adapter: ServerAdapter<M> & CallsOf<M>,
): ServerAdapter<M> => adapter;
