// Reads objects and verifies their content.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentHashHeader, ObjectStoreError, transferTimeoutMs, type S3Bucket } from './s3-bucket.ts';

export interface ReadObjectOptions {
  readonly key: string;
  /** Names the object in errors. */
  readonly label: string;
  /** At most, if the exact size is not known. */
  readonly bytes: number;
  /** Absent: the hash that is stored with the object. */
  readonly sha256?: string;
}

/** How long to wait for the next bytes of an object that is passed on. */
const idleTimeoutMs = 30_000;

/** Writes the object to the new file `target`. False: it does not exist. Throws if the content is damaged. */
export async function downloadObject(
  bucket: Pick<S3Bucket, 'name' | 'get'>,
  { key, label, bytes, sha256 }: ReadObjectOptions,
  target: string,
): Promise<boolean> {
  const response = await bucket.get(key, { maxMs: transferTimeoutMs(bytes) });
  if (!response?.body) return false;
  const hash = createHash('sha256');
  try {
    await pipeline(
      Readable.fromWeb(response.body),
      async function* check(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(target, { flags: 'wx', mode: 0o644 }),
    );
  } catch (cause) {
    if (isOfDisk(cause)) throw cause;
    throw new ObjectStoreError(`${bucket.name} stopped sending ${label}`, { cause });
  }
  if (hash.digest('hex') !== (sha256 ?? response.headers.get(contentHashHeader)))
    throw new ObjectStoreError(`${bucket.name} sent damaged content for ${label}`);
  return true;
}

/**
 * Passes an object or a part of it on, without a copy on this node. The last bytes of a whole object are sent once its
 * hash is verified, so that a damaged one never arrives completely. Undefined: it does not exist.
 */
export async function streamObject(
  bucket: Pick<S3Bucket, 'name' | 'get'>,
  { key, label, bytes, sha256 }: Required<ReadObjectOptions>,
  range: { readonly start: number; readonly end: number },
): Promise<Readable | undefined> {
  const expected = range.end - range.start + 1;
  const isWhole = expected === bytes;
  const response = await bucket.get(key, { maxMs: Number.POSITIVE_INFINITY, range: isWhole ? undefined : range });
  if (!response?.body) return undefined;
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const stream = Readable.from(readAll(), { objectMode: false });
  stream.once('close', () => void reader.cancel().catch(() => undefined));
  return stream;

  async function* readAll(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let received = 0;
    let last: Buffer | undefined;
    for (let chunk = await readNext(); chunk; chunk = await readNext()) {
      if (last) yield last;
      hash.update(chunk);
      received += chunk.length;
      last = chunk;
    }
    if (received !== expected) throw new ObjectStoreError(`${bucket.name} stopped sending ${label}`);
    if (isWhole && hash.digest('hex') !== sha256)
      throw new ObjectStoreError(`${bucket.name} sent damaged content for ${label}`);
    if (last) yield last;
  }

  async function readNext(): Promise<Buffer | undefined> {
    // A cancelled reader ends early, which `readAll` notices.
    const timer = setTimeout(() => void reader.cancel().catch(() => undefined), idleTimeoutMs);
    try {
      const { value } = await reader.read();
      return value && Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    } catch (cause) {
      throw new ObjectStoreError(`${bucket.name} stopped sending ${label}`, { cause });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Errors of the file system name the path. */
const isOfDisk = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).path !== undefined || (error as NodeJS.ErrnoException).syscall === 'write';
