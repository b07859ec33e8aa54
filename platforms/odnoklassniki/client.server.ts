// Odnoklassniki's API with a player's session. Errors have status 200. The session is sent in a form, because proxies
// log URLs.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { createVendorMethodCaller } from '#kit/create-vendor-method-caller.server.ts';
import { signSortedParams, type StringParams } from '#kit/sorted-signature.server.ts';
import type { PlatformHost } from '../port.server.ts';
import type { odnoklassniki } from './platform.ts';

export type OdnoklassnikiSettings = Static<typeof odnoklassniki.settings>;

interface OkSession {
  readonly key: string;
  readonly secret: string;
}

/** Signs a launch, payment or call, each with its own secret. */
export const signOkParams = (texts: StringParams, key: string): string => signSortedParams(texts, key, 'sig');

/** Throws unless Odnoklassniki accepts or rejects the session. */
export const callWithSession = createVendorMethodCaller(
  (
    method,
    { session, ...texts }: { session: OkSession; fields: string },
    { settings }: PlatformHost<OdnoklassnikiSettings>,
  ) => {
    const { ApplicationKey, ApiBase = 'https://api.ok.ru' } = settings;
    const call = { ...texts, application_key: ApplicationKey, format: 'JSON', method, session_key: session.key };
    return {
      vendor: 'Odnoklassniki',
      url: `${ApiBase}/fb.do`,
      form: { ...call, sig: signOkParams(call, session.secret) },
      timeoutMs: 5_000,
      // Only the code: the text may repeat what was sent.
      parseRejection: (_, body) => {
        if (!Value.Check(Fault, body)) return undefined;
        const reason = sessionFaults.get(body.error_code);
        if (reason !== undefined) return reason;
        throw new Error(`Odnoklassniki answered ${method} with its error ${body.error_code}.`);
      },
    };
  },
);

const Fault = Type.Object({ error_code: Type.Integer() });

const sessionFaults: ReadonlyMap<number, string> = new Map([
  [102, 'The session of the launch is over. Start the game again.'],
  [103, "The launch's session is not valid at Odnoklassniki."],
  [104, 'The session of the launch has another secret.'],
]);
