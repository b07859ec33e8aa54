// Calls a vendor's API. Returns a refusal only if the vendor clearly rejected this request. Anything else (timeout,
// 5xx, invalid JSON, wrong key, rate limit) throws, because the result is unknown; the caller retries with the same
// idempotency key.
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Fetch } from '#model/fetch.server.ts';
import { parseJson } from './parse-json.server.ts';
import { buildRefusal, type Refusal } from './build-refusal.ts';

export interface VendorRequest<S extends TSchema> {
  /** `vendor` and `subject` appear in error messages, so they must not contain ids or secrets. */
  readonly vendor: string;
  readonly subject: string;
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Validates a successful response. The body of a 204 is undefined. */
  readonly answer: S;
  readonly responseField?: string;
  readonly successStatuses?: readonly number[];
  /**
   * Returns the reason if the vendor rejected this request, without repeating what was sent; otherwise undefined. 401,
   * 403 and 404 usually mean wrong keys or a wrong address, not a rejection.
   */
  readonly parseRejection?: (status: number, body: unknown) => string | undefined;
  /** Advice for an operator, by HTTP status. */
  readonly remedies?: Readonly<Record<number, string>>;
}

export type VendorReply<T> = { readonly outcome: 'answered'; readonly answer: T } | Refusal;

interface Host {
  readonly fetch: Fetch;
}

export async function callVendor<S extends TSchema>(
  host: Host,
  question: VendorRequest<S>,
): Promise<VendorReply<Static<S>>> {
  const { vendor, subject, url, headers, timeoutMs, answer: shape } = question;
  const content = writeContent(question);
  const { method = content ? 'POST' : 'GET' } = question;
  const { status, body: bytes } = await host.fetch(url, {
    method,
    headers: { accept: 'application/json', ...(content && { 'content-type': content.type }), ...headers },
    ...(content && { body: content.body }),
    timeoutMs,
  });
  const body = parseJson(bytes);
  const isNonsense = body === undefined && (status !== 204 || bytes.length > 0);
  const reason = isNonsense ? undefined : question.parseRejection?.(status, body);
  if (reason !== undefined) return buildRefusal(reason);
  const { successStatuses = [200], remedies = {} } = question;
  const remedy = remedies[status] === undefined ? '' : ` ${remedies[status]}`;
  if (isNonsense || !successStatuses.includes(status))
    throw new Error(`${vendor} answered ${status}${isNonsense ? ' without JSON' : ''} about ${subject}.${remedy}`);
  const { responseField } = question;
  const answer = responseField === undefined ? body : readField(body, responseField);
  if (!Value.Check(shape, answer))
    throw new Error(
      `${vendor} answered about ${subject} in an unexpected format. Its API may have changed: see the README.`,
    );
  return { outcome: 'answered', answer };
}

export async function callVendorOrThrow<S extends TSchema>(host: Host, question: VendorRequest<S>): Promise<Static<S>> {
  return unwrapVendorReply(await callVendor(host, question));
}

/** Unwraps the response; throws `fault` if the vendor rejected the request. */
export function unwrapVendorReply<T>(reply: VendorReply<T>, fault?: string): T {
  if (reply.outcome === 'answered') return reply.answer;
  throw new Error(fault === undefined ? reply.reason : `${fault}: ${reply.reason}`);
}

export type VendorClientOptions = Pick<
  VendorRequest<TSchema>,
  'vendor' | 'headers' | 'timeoutMs' | 'successStatuses' | 'parseRejection' | 'remedies'
> & { readonly baseUrl: string };

/** A request relative to `baseUrl`. Undefined query parameters are left out. */
export type VendorClientRequest<S extends TSchema> = Pick<
  VendorRequest<S>,
  'subject' | 'method' | 'headers' | 'json' | 'form' | 'answer'
> & { readonly path: string; readonly query?: Readonly<Record<string, string | undefined>> };

export interface VendorClient {
  readonly ask: <S extends TSchema>(question: VendorClientRequest<S>) => Promise<VendorReply<Static<S>>>;
  readonly read: <S extends TSchema>(question: VendorClientRequest<S>) => Promise<Static<S>>;
}

export function createVendorClient(host: Host, { baseUrl, ...rules }: VendorClientOptions): VendorClient {
  const complete = <S extends TSchema>({ path, query = {}, headers, ...question }: VendorClientRequest<S>) => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const search = given.length > 0 ? `?${new URLSearchParams(given).toString()}` : '';
    return { ...rules, ...question, url: `${baseUrl}${path}${search}`, headers: { ...rules.headers, ...headers } };
  };
  return {
    ask: (question) => callVendor(host, complete(question)),
    read: (question) => callVendorOrThrow(host, complete(question)),
  };
}

export const buildBasicAuth = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

function writeContent({ json, form }: VendorRequest<TSchema>): { type: string; body: string } | undefined {
  if (json) return { type: 'application/json', body: JSON.stringify(json) };
  return form && { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(form).toString() };
}

const readField = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
