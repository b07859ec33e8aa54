// Kongregate's API. It answers with status 200 in every case, and says by `success` whether that is a yes. The key of the game and the
// player's token stand in the address, as Kongregate wants it: no message of ours repeats an address.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { createVendorClient, type VendorClient } from '#kit/ask-vendor.server.ts';
import type { PaymentHost } from '#model/payment-verbs.server.ts';
import type { kongregate } from './platform.ts';

export type Host = PaymentHost<Static<typeof kongregate.settings>>;

/** Only that the credentials are wrong is a no: of the player, of the game, or of both together. */
export const createClient = ({ fetch, settings }: Pick<Host, 'fetch' | 'settings'>): VendorClient =>
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
