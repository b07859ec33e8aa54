// A client for the few S3 calls that we need. The operator sets the address, so the egress guard does not apply.
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { AwsClient } from 'aws4fetch';
import type { Tracing } from '#server/tracing/tracing.ts';

export interface S3Settings {
  readonly bucket: string;
  /** Without slashes at the ends; empty for the whole bucket. */
  readonly prefix: string;
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface StoredObject {
  /** Relative to the prefix. */
  readonly key: string;
  readonly bytes: number;
  readonly writtenAt: Date;
}

export interface GetOptions {
  /** How long the whole response may take. `Infinity`: the caller ends it. */
  readonly maxMs: number;
  readonly range?: { readonly start: number; readonly end: number } | undefined;
}

export type S3Method = 'get' | 'put' | 'list' | 'delete';
export type S3CallOutcome = 'ok' | 'missing' | 'refused' | 'failing' | 'unreachable';
export type ObserveS3Call = (method: S3Method, outcome: S3CallOutcome, seconds: number) => void;

export interface S3Bucket {
  readonly name: string;
  putFile(key: string, file: { path: string; bytes: number; sha256: string }): Promise<void>;
  putText(key: string, text: string): Promise<void>;
  /** Stores the hash of the content with it; `downloadObject` compares the two. */
  putBytes(key: string, bytes: Buffer): Promise<void>;
  /** Undefined: the object does not exist. */
  get(key: string, options: GetOptions): Promise<Response | undefined>;
  list(prefix: string): Promise<StoredObject[]>;
  /** The names between the prefix, which ends with a slash, and the next slash. */
  listFolders(prefix: string): Promise<string[]>;
  remove(keys: readonly string[]): Promise<void>;
  /** Throws if objects can't be listed. */
  probe(): Promise<void>;
}

/** The store can't be reached or rejected the request. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
}

const callTimeoutMs = 5000;
const slowestBytesPerMs = 100;
const atOnce = 16;

/** How long a transfer may take: a slow line is waited for, a dead one is not. */
export const transferTimeoutMs = (bytes: number): number => callTimeoutMs + Math.ceil(bytes / slowestBytesPerMs);

/** The header in which `putBytes` stores the hash of the content. */
export const contentHashHeader = 'x-amz-meta-sha256';

export function createS3Bucket(
  { bucket, prefix, endpoint, region, ...keys }: S3Settings,
  observe: ObserveS3Call = () => undefined,
  tracing?: Tracing,
): S3Bucket {
  const client = new AwsClient({ ...keys, region, service: 's3', retries: 2, initRetryMs: 100 });
  const root = `${endpoint.replace(/\/$/, '')}/${bucket}`;
  const toKey = (key: string): string => (prefix === '' ? key : `${prefix}/${key}`);
  const toUrl = (key: string): string => `${root}/${toKey(key).split('/').map(encodeURIComponent).join('/')}`;
  const name = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;

  async function call(
    type: S3Method,
    url: string,
    init: Omit<RequestInit, 'method'> & { maxMs?: number } = {},
  ): Promise<Response> {
    const { maxMs = callTimeoutMs, ...request } = init;
    const method = type === 'list' ? 'GET' : type.toUpperCase();
    const startedAt = performance.now();
    const end = (outcome: S3CallOutcome): void => observe(type, outcome, (performance.now() - startedAt) / 1000);
    const stop = new AbortController();
    const abort = (): void => stop.abort(new Error('timed out'));
    // An upload is answered at its end, a download at its beginning.
    const waiting = setTimeout(abort, method === 'PUT' ? maxMs : callTimeoutMs);
    let response: Response;
    try {
      const send = (): Promise<Response> => client.fetch(url, { ...request, method, signal: stop.signal });
      response = tracing ? await traceCall(tracing, method, send) : await send();
    } catch (cause) {
      end('unreachable');
      throw new ObjectStoreError(`${name} can't be reached: ${describeCause(cause)}`, { cause });
    } finally {
      clearTimeout(waiting);
    }
    end(classifyStatus(response.status));
    // The text of an error is short, whatever was requested.
    const bodyMs = response.ok ? maxMs : callTimeoutMs;
    if (Number.isFinite(bodyMs)) setTimeout(abort, bodyMs).unref();
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response;
    const code = /<Code>([^<]*)<\/Code>/.exec(await response.text().catch(() => ''))?.[1];
    throw new ObjectStoreError(`${name} answered ${response.status}${code === undefined ? '' : ` ${code}`}`);
  }

  async function listPage(
    under: string,
    { token, ...options }: { token?: string | undefined; delimiter?: string } = {},
  ): Promise<string> {
    const url = new URL(root);
    url.searchParams.set('list-type', '2');
    url.searchParams.set('prefix', toKey(under));
    for (const [option, value] of Object.entries(options)) url.searchParams.set(option, value);
    if (token !== undefined) url.searchParams.set('continuation-token', token);
    const response = await call('list', url.href);
    if (response.status === 404) throw new ObjectStoreError(`The bucket ${bucket} does not exist at ${endpoint}`);
    return readText(response, name);
  }

  async function* listPages(under: string, options: { delimiter?: string } = {}): AsyncGenerator<string> {
    let token: string | undefined;
    do {
      const page = await listPage(under, { token, ...options });
      yield page;
      token = readTag(page, 'NextContinuationToken') || undefined;
    } while (token !== undefined);
  }

  async function put(
    key: string,
    body: Blob | Buffer | string,
    { bytes, headers }: { bytes: number; headers: Readonly<Record<string, string>> },
  ): Promise<void> {
    const response = await call('put', toUrl(key), { body, headers, maxMs: transferTimeoutMs(bytes) });
    await response.body?.cancel();
  }

  return {
    name,
    putFile: async (key, { path, bytes, sha256 }) => {
      // The store compares the hash with what it received.
      const headers = { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' };
      await put(key, await openAsBlob(path), { bytes, headers });
    },
    putText: (key, text) => put(key, text, { bytes: text.length, headers: { 'content-type': 'application/json' } }),
    putBytes: async (key, bytes) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const headers = { [contentHashHeader]: sha256, 'content-type': 'application/octet-stream' };
      await put(key, bytes, { bytes: bytes.length, headers });
    },
    get: async (key, { maxMs, range }) => {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const response = await call('get', toUrl(key), { maxMs, ...(headers && { headers }) });
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      if (!range || response.status === 206) return response;
      await response.body?.cancel();
      throw new ObjectStoreError(`${name} does not send parts of objects`);
    },
    list: async (under) => {
      const objects: StoredObject[] = [];
      for await (const page of listPages(under))
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          objects.push({
            key: readTag(entry, 'Key').slice(toKey('').length),
            bytes: Number(readTag(entry, 'Size')),
            writtenAt: new Date(readTag(entry, 'LastModified')),
          });
      return objects;
    },
    listFolders: async (under) => {
      const folders: string[] = [];
      for await (const page of listPages(under, { delimiter: '/' }))
        for (const [, entry = ''] of page.matchAll(/<CommonPrefixes>(.*?)<\/CommonPrefixes>/gs))
          folders.push(readTag(entry, 'Prefix').slice(toKey(under).length, -1));
      return folders;
    },
    remove: async (given) => {
      await forEachAtOnce(given, atOnce, async (key) => {
        const response = await call('delete', toUrl(key));
        await response.body?.cancel();
      });
    },
    probe: async () => {
      await listPage('');
    },
  };
}

/** Throws an `ObjectStoreError` if the text does not arrive completely. */
export async function readText(response: Response, name: string): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw new ObjectStoreError(`${name} stopped sending its response`, { cause });
  }
}

function classifyStatus(status: number): S3CallOutcome {
  if (status === 404) return 'missing';
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failing';
}

const describeCause = (error: unknown): string => {
  const { message, cause } = error as Error;
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : message;
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const readTag = (xml: string, tag: keyof typeof patterns): string => {
  const text = patterns[tag].exec(xml)?.[1] ?? '';
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities[entity] ?? '');
};

const patterns = {
  Key: /<Key>([^<]*)<\/Key>/,
  Size: /<Size>(\d+)<\/Size>/,
  LastModified: /<LastModified>([^<]*)<\/LastModified>/,
  Prefix: /<Prefix>([^<]*)<\/Prefix>/,
  NextContinuationToken: /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/,
} as const;

/** After a failure no further item begins; it rejects once the running ones have ended. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  limit: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  let isFailed = false;
  const work = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined && !isFailed; item = waiting.pop()) {
      try {
        await run(item);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: limit }, work));
  const fault = ended.find((each) => each.status === 'rejected');
  if (fault) throw fault.reason;
}

const traceCall = (tracing: Tracing, method: string, send: () => Promise<Response>): Promise<Response> =>
  tracing.traceStep(
    { name: `${method} object store`, kind: 'client', attributes: { 'http.request.method': method } },
    async (span) => {
      const response = await send();
      span?.setAttribute('http.response.status_code', response.status);
      return response;
    },
  );
