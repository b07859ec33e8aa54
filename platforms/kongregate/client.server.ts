// Kongregate's API. It always replies with status 200. As Kongregate demands, the game's key and the player's token are
// in the URL, so our messages never contain URLs.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { createVendorClient, type VendorClient } from '#kit/call-vendor.server.ts';
import type { PaymentHost } from '#model/payment-operations.server.ts';
import type { kongregate } from './platform.ts';

export type KongregateHost = PaymentHost<Static<typeof kongregate.settings>>;

/** Only wrong credentials count as a rejection: the player's, the game's, or their combination. */
export const createKongregateClient = ({ fetch, settings }: Pick<KongregateHost, 'fetch' | 'settings'>): VendorClient =>
  createVendorClient(
    { fetch },
    {
      vendor: 'Kongregate',
      baseUrl: settings.ApiBase ?? 'https://api.kongregate.com/api',
      timeoutMs: 5_000,
      parseRejection: (_, body) =>
        Value.Check(WrongCredentials, body) ? 'Kongregate does not know this player of this game.' : undefined,
    },
  );

const WrongCredentials = Type.Object({ success: Type.Literal(false), error: Type.Literal(403) });
