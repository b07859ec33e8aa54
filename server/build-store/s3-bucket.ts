// A client for the few S3 calls that builds need. The operator sets the address, so the egress guard does not apply.
import { openAsBlob } from 'node:fs';
import { AwsClient } from 'aws4fetch';

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
}

export interface S3Bucket {
  readonly name: string;
  putFile(key: string, file: { path: string; bytes: number; sha256: string }): Promise<void>;
  putText(key: string, text: string): Promise<void>;
  /** Undefined: the object does not exist. */
  get(key: string, options: { maxMs: number }): Promise<Response | undefined>;
  list(prefix: string): Promise<StoredObject[]>;
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

export function createS3Bucket({ bucket, prefix, endpoint, region, ...keys }: S3Settings): S3Bucket {
  const client = new AwsClient({ ...keys, region, service: 's3', retries: 2, initRetryMs: 100 });
  const root = `${endpoint.replace(/\/$/, '')}/${bucket}`;
  const toKey = (key: string): string => (prefix === '' ? key : `${prefix}/${key}`);
  const toUrl = (key: string): string => `${root}/${toKey(key).split('/').map(encodeURIComponent).join('/')}`;
  const name = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;

  async function call(url: string, init: RequestInit & { maxMs?: number }): Promise<Response> {
    const { maxMs = callTimeoutMs, ...request } = init;
    const method = request.method ?? 'GET';
    const stop = new AbortController();
    const abort = (): void => stop.abort(new Error('timed out'));
    // An upload is answered at its end, a download at its beginning.
    const waiting = setTimeout(abort, method === 'PUT' ? maxMs : callTimeoutMs);
    let response: Response;
    try {
      response = await client.fetch(url, { ...request, method, signal: stop.signal });
    } catch (cause) {
      throw new ObjectStoreError(`${name} can't be reached: ${describeCause(cause)}`, { cause });
    } finally {
      clearTimeout(waiting);
    }
    setTimeout(abort, maxMs).unref();
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response;
    const code = /<Code>([^<]*)<\/Code>/.exec(await response.text().catch(() => ''))?.[1];
    throw new ObjectStoreError(`${name} answered ${response.status}${code === undefined ? '' : ` ${code}`}`);
  }

  async function listPage(under: string, token: string | undefined): Promise<string> {
    const url = new URL(root);
    url.searchParams.set('list-type', '2');
    url.searchParams.set('prefix', toKey(under));
    if (token !== undefined) url.searchParams.set('continuation-token', token);
    const response = await call(url.href, {});
    if (response.status === 404) throw new ObjectStoreError(`The bucket ${bucket} does not exist at ${endpoint}`);
    return response.text();
  }

  return {
    name,
    putFile: async (key, { path, bytes, sha256 }) => {
      const response = await call(toUrl(key), {
        method: 'PUT',
        body: await openAsBlob(path),
        // The store compares the hash with what it received.
        headers: { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' },
        maxMs: transferTimeoutMs(bytes),
      });
      await response.body?.cancel();
    },
    putText: async (key, text) => {
      const response = await call(toUrl(key), {
        method: 'PUT',
        body: text,
        headers: { 'content-type': 'application/json' },
        maxMs: transferTimeoutMs(text.length),
      });
      await response.body?.cancel();
    },
    get: async (key, options) => {
      const response = await call(toUrl(key), options);
      if (response.status !== 404) return response;
      await response.body?.cancel();
      return undefined;
    },
    list: async (under) => {
      const objects: StoredObject[] = [];
      let token: string | undefined;
      do {
        const page = await listPage(under, token);
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          objects.push({
            key: readTag(entry, 'Key').slice(toKey('').length),
            bytes: Number(readTag(entry, 'Size')),
          });
        token = readTag(page, 'NextContinuationToken') || undefined;
      } while (token !== undefined);
      return objects;
    },
    remove: async (given) => {
      await forEachAtOnce(given, atOnce, async (key) => {
        const response = await call(toUrl(key), { method: 'DELETE' });
        await response.body?.cancel();
      });
    },
    probe: async () => {
      await listPage('', undefined);
    },
  };
}

const describeCause = (error: unknown): string => {
  const { message, cause } = error as Error;
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : message;
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const readTag = (xml: string, tag: 'Key' | 'Size' | 'NextContinuationToken'): string => {
  const text = patterns[tag].exec(xml)?.[1] ?? '';
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities[entity] ?? '');
};

const patterns = {
  Key: /<Key>([^<]*)<\/Key>/,
  Size: /<Size>(\d+)<\/Size>/,
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
