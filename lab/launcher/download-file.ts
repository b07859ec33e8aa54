// Downloads one file into a partial file, continuing where an earlier attempt ended, and verifies its hash.
import { open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { hashFile } from './hash-file.ts';

export interface FileDownload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly sha256: string;
  /** The verified file. While it is incomplete, `.part` is appended to the name. */
  readonly to: string;
}

export interface DownloadFileDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** Negative if received bytes were discarded. */
  readonly onBytes: (bytes: number) => void;
  readonly stallMs?: number;
  readonly retryMs?: number;
}

/** The portal no longer serves this download. A new one has to be requested. */
export class DownloadExpiredError extends Error {}

/** The file arrived with wrong content several times. */
export class WrongContentError extends Error {}

const maxAttempts = 6;
const maxPauseMs = 30_000;

export async function downloadFile(download: FileDownload, deps: DownloadFileDeps): Promise<void> {
  const { to, bytes, sha256 } = download;
  const { signal, onBytes, retryMs = 1000 } = deps;
  if (await isRightFile(to, download, signal)) return onBytes(bytes);
  const part = `${to}.part`;
  let received = await sizeOf(part);
  if (received > bytes) received = await discard(part);
  onBytes(received);
  let lastError: unknown;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    signal.throwIfAborted();
    try {
      if (received < bytes || attempt === 0) received = await receive(download, part, received, deps);
      if (received === bytes && (await hashFile(part, signal)) === sha256) return await rename(part, to);
      if (received === bytes) {
        lastError = new WrongContentError(`${download.url} has the wrong content.`);
        onBytes(-received);
        received = await discard(part);
      }
    } catch (error) {
      if (error instanceof DownloadExpiredError) throw error;
      signal.throwIfAborted();
      lastError = error;
      received = await sizeOf(part);
    }
    const waitMs = lastError instanceof RetryLaterError ? lastError.afterMs : retryMs * 2 ** attempt;
    if (attempt < maxAttempts - 1) await pause(Math.min(waitMs, maxPauseMs), undefined, { signal });
  }
  throw lastError;
}

class RetryLaterError extends Error {
  readonly afterMs: number;
  constructor(message: string, afterMs: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

/** Returns how much of the file is there now. */
async function receive(download: FileDownload, part: string, from: number, deps: DownloadFileDeps): Promise<number> {
  const { url, headers, bytes, sha256 } = download;
  const { fetch, signal, onBytes, stallMs = 30_000 } = deps;
  const handle = await open(part, 'a+');
  const stalled = new AbortController();
  const watch = setTimeout(() => stalled.abort(new Error('The portal stopped sending.')), stallMs);
  let received = from;
  try {
    if (bytes === from && bytes > 0) return received;
    const response = await fetch(url, {
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        ...(from > 0 && { range: `bytes=${from}-`, 'if-range': `"${sha256}"` }),
      },
      redirect: 'error',
      signal: AbortSignal.any([signal, stalled.signal]),
    });
    const isContinued = response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${from}-`);
    if (!isContinued) {
      if (response.status !== 200) {
        await response.body?.cancel();
        if (response.status !== 416 && response.status !== 206) throw refusalOf(response);
      }
      // The portal sends the whole file: what was there before is of no use.
      await handle.truncate(0);
      onBytes(-received);
      received = 0;
      if (response.status !== 200) throw new Error(`The portal can't continue ${url}.`);
    }
    for await (const chunk of response.body ?? []) {
      watch.refresh();
      if (received + chunk.length > bytes) throw new WrongContentError(`${url} is longer than its manifest says.`);
      await handle.write(chunk);
      received += chunk.length;
      onBytes(chunk.length);
    }
    await handle.sync();
    return received;
  } finally {
    clearTimeout(watch);
    await handle.close();
  }
}

function refusalOf({ status, headers, url }: Response): Error {
  if ([401, 403, 404, 410].includes(status)) return new DownloadExpiredError(`${url} is no longer available.`);
  const afterMs = Number(headers.get('retry-after') ?? '1') * 1000;
  if (status === 429 || status === 503) return new RetryLaterError(`The portal is busy (${status}).`, afterMs || 1000);
  return new Error(`The portal answered ${status} for ${url}.`);
}

async function isRightFile(file: string, { bytes, sha256 }: FileDownload, signal: AbortSignal): Promise<boolean> {
  return (await sizeOf(file)) === bytes && (await exists(file)) && (await hashFile(file, signal)) === sha256;
}

async function discard(file: string): Promise<0> {
  await rm(file, { force: true });
  return 0;
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
