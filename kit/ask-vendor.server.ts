// A question to a vendor's API, over our one door for outgoing requests. Only a clear no to this very request is a no; after anything
// else (no answer, a 5xx, nonsense, a wrong key, too many requests) nobody knows what became of it. That is thrown, and whoever asked
// asks again with the same key.
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Fetch } from '#model/fetch.server.ts';
import { readJson } from './read-json.server.ts';
import { refuse, type Refusal } from './refuse.ts';

export interface VendorRequest<S extends TSchema> {
  /** Both are for messages: no id and no secret may be in them. */
  readonly vendor: string;
  readonly subject: string;
  readonly url: string;
  /** Absent: POST where there is content. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** The shape of a yes. The body of a 204 is undefined. */
  readonly answer: S;
  /** The field of the body in which the vendor wraps its answers; absent: they are the body. */
  readonly answerField?: string;
  /** With which a yes comes; absent: 200. */
  readonly answerStatuses?: readonly number[];
  /**
   * The reason, where the vendor said no to this very request, without what it was asked with; undefined: it did not. Wrong keys and
   * addresses (401, 403, 404) are about us and no answer to the question.
   */
  readonly parseRejection?: (status: number, body: unknown) => string | undefined;
  /** What an operator may do about a status. */
  readonly remedies?: Readonly<Record<number, string>>;
}

export type VendorReply<T> = { readonly outcome: 'answered'; readonly answer: T } | Refusal;

/** Of an adapter's host, all that is needed. */
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
  const body = readJson(bytes);
  const isNonsense = body === undefined && (status !== 204 || bytes.length > 0);
  const reason = isNonsense ? undefined : question.parseRejection?.(status, body);
  if (reason !== undefined) return refuse(reason);
  const { answerStatuses = [200], remedies = {} } = question;
  const remedy = remedies[status] === undefined ? '' : ` ${remedies[status]}`;
  if (isNonsense || !answerStatuses.includes(status))
    throw new Error(`${vendor} answered ${status}${isNonsense ? ' without JSON' : ''} about ${subject}.${remedy}`);
  const { answerField } = question;
  const answer = answerField === undefined ? body : readField(body, answerField);
  if (!Value.Check(shape, answer))
    throw new Error(
      `What ${vendor} answered about ${subject} has not the shape of one. Its API may have changed: see the README.`,
    );
  return { outcome: 'answered', answer };
}

/** The answer; throws unless there is one. */
export async function readFromVendor<S extends TSchema>(host: Host, question: VendorRequest<S>): Promise<Static<S>> {
  return unwrapResponse(await callVendor(host, question));
}

/** The answer to what nobody refuses; a no is a fault, which `fault` names. */
export function unwrapResponse<T>(reply: VendorReply<T>, fault?: string): T {
  if (reply.outcome === 'answered') return reply.answer;
  throw new Error(fault === undefined ? reply.reason : `${fault}: ${reply.reason}`);
}

/** What is the same for all questions to a vendor's API. */
export type VendorRules = Pick<
  VendorRequest<TSchema>,
  'vendor' | 'headers' | 'timeoutMs' | 'answerStatuses' | 'parseRejection' | 'remedies'
> & { readonly baseUrl: string };

/** A question below the base. What of the query is undefined is left out. */
export type ClientQuestion<S extends TSchema> = Pick<
  VendorRequest<S>,
  'subject' | 'method' | 'headers' | 'json' | 'form' | 'answer'
> & { readonly path: string; readonly query?: Readonly<Record<string, string | undefined>> };

export interface VendorClient {
  /** As `callVendor`. */
  readonly ask: <S extends TSchema>(question: ClientQuestion<S>) => Promise<VendorReply<Static<S>>>;
  /** As `readFromVendor`. */
  readonly read: <S extends TSchema>(question: ClientQuestion<S>) => Promise<Static<S>>;
}

export function createVendorClient(host: Host, { baseUrl, ...rules }: VendorRules): VendorClient {
  const complete = <S extends TSchema>({ path, query = {}, headers, ...question }: ClientQuestion<S>) => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const search = given.length > 0 ? `?${new URLSearchParams(given).toString()}` : '';
    return { ...rules, ...question, url: `${baseUrl}${path}${search}`, headers: { ...rules.headers, ...headers } };
  };
  return {
    ask: (question) => callVendor(host, complete(question)),
    read: (question) => readFromVendor(host, complete(question)),
  };
}

/** Name and password, as an `Authorization` header. */
export const writeCredentials = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

function writeContent({ json, form }: VendorRequest<TSchema>): { type: string; body: string } | undefined {
  if (json) return { type: 'application/json', body: JSON.stringify(json) };
  return form && { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(form).toString() };
}

const readField = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
