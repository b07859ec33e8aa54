// Odnoklassniki's API, with a player's session or as the app itself. Errors have status 200. Sessions and signatures are
// sent in a form, because proxies log URLs.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { createVendorMethodCaller } from '#kit/create-vendor-method-caller.server.ts';
import { signSortedParams, type StringParams } from '#kit/sorted-signature.server.ts';
import type { PaymentHost } from '#model/payment-operations.server.ts';
import type { PlatformHost } from '../port.server.ts';
import type { odnoklassniki } from './platform.ts';

export type OdnoklassnikiSettings = Static<typeof odnoklassniki.settings>;
export type OkPaymentHost = PaymentHost<OdnoklassnikiSettings>;

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
  ) => ({
    ...describeCall(method, { ...texts, session_key: session.key }, session.secret, settings),
    parseRejection: (_: number, body: unknown) => {
      const code = readErrorCode(body);
      if (code === undefined) return undefined;
      const reason = sessionFaults.get(code);
      if (reason !== undefined) return reason;
      throw new Error(`Odnoklassniki answered ${method} with its error ${code}.`);
    },
  }),
);

/** Calls that the platform allows only without a session. They are signed with the app's secret. */
export const callAsApp = createVendorMethodCaller((method, texts: StringParams, { settings }: OkPaymentHost) => ({
  ...describeCall(method, texts, settings.ApplicationSecretKey, settings),
  parseRejection: (_: number, body: unknown) => {
    const code = readErrorCode(body);
    if (code === undefined) return undefined;
    if (unclearFaults.has(code)) throw new Error(`Odnoklassniki answered ${method} with its error ${code}.`);
    return `Odnoklassniki rejected it with error ${code}.`;
  },
}));

function describeCall(method: string, texts: StringParams, secret: string, settings: OdnoklassnikiSettings) {
  const { ApplicationKey, ApiBase = 'https://api.ok.ru' } = settings;
  const call = { ...texts, application_key: ApplicationKey, format: 'JSON', method };
  return {
    vendor: 'Odnoklassniki',
    url: `${ApiBase}/fb.do`,
    form: { ...call, sig: signOkParams(call, secret) },
    timeoutMs: 5_000,
  };
}

/** Only the code: the text may repeat what was sent. */
const readErrorCode = (body: unknown): number | undefined => (Value.Check(Fault, body) ? body.error_code : undefined);

const Fault = Type.Object({ error_code: Type.Integer() });

const sessionFaults: ReadonlyMap<number, string> = new Map([
  [102, 'The session of the launch is over. Start the game again.'],
  [103, "The launch's session is not valid at Odnoklassniki."],
  [104, 'The session of the launch has another secret.'],
]);

/** Outages, rate limits and wrong settings, which say nothing about the request. */
const unclearFaults: ReadonlySet<number> = new Set([1, 2, 3, 4, 8, 101, 102, 103, 104, 9999]);
