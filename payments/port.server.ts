// What the server half of a payment provider is: the verbs of `model/payment-verbs.server.ts`, with the settings and the block of
// its manifest.
import type { Static, TObject } from 'typebox';
import type { PaymentCreation, PaymentHost, PaymentVerbs } from '#model/payment-verbs.server.ts';
import type { ProviderManifest } from './port.ts';

export type * from '#model/payment-verbs.server.ts';

export type ProviderHost<Settings = unknown> = PaymentHost<Settings>;

type SettingsOf<M extends ProviderManifest> = M extends { settings: infer S extends TObject } ? Static<S> : undefined;
type BlockOf<M extends ProviderManifest> = M extends { paymentReply: { block: infer B extends TObject } }
  ? Static<B>
  : never;

/** What the half of a manifest creates. */
export type CreationOf<M extends ProviderManifest> = PaymentCreation<BlockOf<M>>;

export type ServerHalf<M extends ProviderManifest = ProviderManifest> = PaymentVerbs<SettingsOf<M>, BlockOf<M>>;

/** Declares the server half of a manifest. */
export const serverHalf = <const M extends ProviderManifest>(_: M, half: ServerHalf<M>): ServerHalf<M> => half;
