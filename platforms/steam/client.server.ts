// Steam's Web API with a publisher key. Errors have status 200 and a number; those that leave the result open are
// thrown. The key is in the URL of GET requests, so no error message may contain the URL.
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { createVendorMethodCaller } from '#kit/create-vendor-method-caller.server.ts';
import type { VendorReply } from '#kit/call-vendor.server.ts';
import type { StringParams } from '#kit/sorted-signature.server.ts';
import type { PaymentHost } from '#model/payment-operations.server.ts';
import type { steam } from './platform.ts';

export type SteamHost = PaymentHost<Static<typeof steam.settings>>;

/** Steam replies to a wrong key or a query about private data with an HTML page. */
export class SteamDeniedError extends Error {
  override readonly name = 'SteamDenied';
  readonly status: number;
  constructor(status: number) {
    super(`Steam answered ${status}. Is PublisherKey a publisher key, and may it be used from this server's address?`);
    this.status = status;
  }
}

/** Throws unless Steam accepts or rejects the request. */
export const getFromSteam = <S extends TSchema>(method: string, parameters: StringParams, answer: S, host: SteamHost) =>
  read(method, parameters, answer, denying(host));

export const postToSteam = <S extends TSchema>(method: string, parameters: StringParams, answer: S, host: SteamHost) =>
  change(method, parameters, answer, denying(host));

/** The envelope of a successful response to a purchase method. */
export const SteamResultSchema = <S extends TSchema>(params: S) => Type.Object({ result: Type.Literal('OK'), params });

/** The path of a purchase method; the sandbox has the same ones. */
export const getPurchaseMethodPath = (method: string, { settings }: SteamHost): string =>
  `ISteamMicroTxn${settings.Sandbox ? 'Sandbox' : ''}/${method}`;

export const hasErrorCode = (reply: VendorReply<unknown>, code: number): boolean =>
  reply.outcome === 'refused' && reply.reason.endsWith(`error ${code}.`);

/** Ids are too large for numbers, so they are texts. */
export const SteamIdSchema = Type.String({ pattern: '^\\d{1,20}$' });

const describe = (isChange: boolean) => (method: string, parameters: StringParams, host: SteamHost) => {
  const { PublisherKey: key, ApiBase: base = 'https://partner.steam-api.com' } = host.settings;
  const form = { key, ...parameters };
  const url = `${base}/${method}/`;
  return {
    vendor: 'Steam',
    // A purchase makes three calls, which together must stay within its timeout.
    timeoutMs: 4500,
    ...(isChange ? { url, form } : { url: `${url}?${new URLSearchParams(form).toString()}` }),
    responseField: findResponseField(method),
    // Only the number: Steam's text may repeat what was sent.
    parseRejection: (_: number, body: unknown) => {
      if (!Value.Check(Fault, body)) return undefined;
      const { errorcode: code } = body.response.error;
      if (unsure.has(Number(code))) throw new Error(`Steam answered ${method} with its error ${code}.`);
      return `Steam refused ${method} with its error ${code}.`;
    },
  };
};

function findResponseField(method: string): string {
  if (method.startsWith('ISteamUser/GetFriendList')) return 'friendslist';
  return method.startsWith('ISteamLeaderboards/') ? 'result' : 'response';
}

const read = createVendorMethodCaller(describe(false));
const change = createVendorMethodCaller(describe(true));

const Fault = Type.Object({
  response: Type.Object({
    error: Type.Object({ errorcode: Type.Union([Type.Integer(), Type.String({ pattern: '^\\d{1,6}$' })]) }),
  }),
});
/** "Failed" and "internal error". */
const unsure = new Set([2, 4]);

const denying = (host: SteamHost): SteamHost => ({
  ...host,
  async fetch(...asked) {
    const answer = await host.fetch(...asked);
    if (answer.status === 401 || answer.status === 403) throw new SteamDeniedError(answer.status);
    return answer;
  },
});
