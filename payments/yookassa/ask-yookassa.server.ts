// YooKassa's API: JSON over our one door for outgoing requests. Only a clear no to this very request is a no; after anything else
// (no answer, 202, 429, a 5xx, nonsense, a wrong key) nobody knows, and the same is asked again with the same key.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { ProviderHost } from '../port.server.ts';
import type { yookassa } from './provider.ts';

export type Host = ProviderHost<Static<typeof yookassa.settings>>;

export type Asked =
  | { readonly outcome: 'answered'; readonly answer: unknown }
  | { readonly outcome: 'refused'; readonly reason: string };

/** Throws unless YooKassa tells. */
export async function readFrom(path: string, host: Host): Promise<unknown> {
  const { status, body } = await send(host, path, {});
  if (status !== 200) throw new Error(`YooKassa answered ${status} when it was asked for ${nameOf(path)}.`);
  return parse(body);
}

/** YooKassa keeps the key for a day: within it the same key and body are answered with the same object. */
export async function postTo(path: string, content: object, key: string, host: Host): Promise<Asked> {
  const headers = { 'content-type': 'application/json', 'idempotence-key': key };
  const { status, body } = await send(host, path, { method: 'POST', headers, body: JSON.stringify(content) });
  if (status === 200) return { outcome: 'answered', answer: parse(body) };
  const reason = status === 400 ? refusalIn(body) : undefined;
  if (reason === undefined) throw new Error(`YooKassa answered ${status} to a request for ${nameOf(path)}.`);
  return { outcome: 'refused', reason };
}

/** How long YooKassa remembers a key. Later the same request would make another payment. */
export const keyLifeMs = 24 * 3600_000;

const apiUrl = 'https://api.yookassa.ru/v3';
// Sending money back takes three calls, and all of them together have fifteen seconds.
const timeoutMs = 5_000;

type Sent = NonNullable<Parameters<Host['fetch']>[1]>;

function send(host: Host, path: string, { headers, ...options }: Sent): ReturnType<Host['fetch']> {
  const { settings } = host;
  const credentials = Buffer.from(`${settings.ShopId}:${settings.SecretKey}`).toString('base64');
  return host.fetch(`${settings.ApiBase ?? apiUrl}/${path}`, {
    ...options,
    headers: { ...headers, authorization: `Basic ${credentials}`, accept: 'application/json' },
    timeoutMs,
  });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new Error('YooKassa answered something that is no JSON.', { cause });
  }
}

const Fault = Type.Object({
  type: Type.Literal('error'),
  id: Type.Optional(Type.String()),
  code: Type.String(),
  description: Type.Optional(Type.String()),
  parameter: Type.Optional(Type.String()),
});

/** Undefined: it is not YooKassa's no. What the fault describes may hold what was sent, so it is not repeated. */
function refusalIn(body: Buffer): string | undefined {
  const fault = parse(body);
  if (!Value.Check(Fault, fault)) return undefined;
  // The key was used for something else, which may have succeeded.
  if (/idempotence/i.test(`${fault.parameter} ${fault.description}`)) return undefined;
  return `YooKassa refused: ${fault.code}${fault.parameter ? ` (${fault.parameter})` : ''}, request ${fault.id ?? 'unknown'}.`;
}

// The path without ids and filters.
const nameOf = (path: string): string => /^[a-z]+/.exec(path)?.[0] ?? 'something';
