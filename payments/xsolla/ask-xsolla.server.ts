// Calls of Xsolla's API for merchants. It knows no idempotency keys: whoever asks twice must be able to bear two answers.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { ProviderHost } from '../port.server.ts';
import type { xsolla } from './provider.ts';

export type Host = ProviderHost<Static<typeof xsolla.settings>>;

export interface Answer {
  readonly status: number;
  /** What it says; undefined: nothing. */
  readonly body: unknown;
}

interface Question {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below the merchant, such as `/token`. */
  readonly path: string;
  readonly body?: object;
}

/** Throws where there is no answer, none of Xsolla, or one that speaks of us and not of the question. */
export async function askXsolla(host: Host, { method, path, body }: Question): Promise<Answer> {
  const { MerchantId, ApiKey, ApiBase = xsollaUrl } = host.settings;
  const credentials = Buffer.from(`${MerchantId}:${ApiKey}`).toString('base64');
  const answer = await host.fetch(`${ApiBase}/merchant/v2/merchants/${MerchantId}${path}`, {
    method,
    headers: {
      authorization: `Basic ${credentials}`,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    timeoutMs,
  });
  const { status } = answer;
  const said = answer.body.length === 0 ? undefined : parse(answer.body, status);
  if (isGood(status) || (isRefusal(status) && Value.Check(Fault, said))) return { status, body: said };
  throw new Error(`Xsolla answers ${status} to a ${method} of ${path.split(/[/?]/, 3).join('/')}. ${remedyOf(status)}`);
}

/** Why Xsolla said no to this very question, without the values that it was asked with; undefined: it did not. */
export function refusalIn({ status, body }: Answer): string | undefined {
  if (isGood(status) || !Value.Check(Fault, body)) return undefined;
  const fields = Object.keys(body.extended_message?.property_errors ?? {}).slice(0, 10);
  return `Xsolla refused with ${status}${fields.length > 0 ? ` (${fields.join(', ').slice(0, 300)})` : ''}.`;
}

/** Of an answer that says no. */
const Fault = Type.Object({
  http_status_code: Type.Optional(Type.Integer()),
  message: Type.String(),
  extended_message: Type.Optional(
    Type.Union([
      Type.Object({ property_errors: Type.Optional(Type.Record(Type.String(), Type.Unknown())) }),
      Type.Null(),
    ]),
  ),
});

const xsollaUrl = 'https://api.xsolla.com';
// Whoever waits for a notice to be taken waits for it as well.
const timeoutMs = 8_000;

const isGood = (status: number): boolean => status === 200 || status === 201 || status === 204;
// 401, 403 and 404 speak of the wrong key, company or address: nobody knows what is in the right one.
const isRefusal = (status: number): boolean => status === 400 || status === 409 || status === 422;

function remedyOf(status: number): string {
  if (status === 401 || status === 403) return 'Its settings need MerchantId and an ApiKey of all projects.';
  return 'It will be asked again.';
}

function parse(bytes: Buffer, status: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new Error(`Xsolla answers ${status} with something that is no JSON.`, { cause });
  }
}
