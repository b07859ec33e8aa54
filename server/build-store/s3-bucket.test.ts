import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createS3Bucket, ObjectStoreError, type ObserveS3Call } from './s3-bucket.ts';

let cleanUp = new AsyncDisposableStack();
afterEach(async () => {
  vi.useRealTimers();
  await cleanUp.disposeAsync();
  cleanUp = new AsyncDisposableStack();
});

async function openBucket(answer: RequestListener, observe?: ObserveS3Call) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  cleanUp.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { accessKeyId: 'id', secretAccessKey: 'secret' };
  return createS3Bucket({ bucket: 'builds', prefix: '', endpoint, region: 'eu', ...keys }, observe);
}

test('a list that is cut off counts as an outage of the store', async () => {
  const bucket = await openBucket((_, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('<ListBucketResult>');
    setImmediate(() => response.destroy());
  });
  await expect(bucket.list('')).rejects.toThrow(ObjectStoreError);
  await expect(bucket.listFolders('games/')).rejects.toThrow(ObjectStoreError);
  await expect(bucket.probe()).rejects.toThrow(ObjectStoreError);
});

test('an error whose text never ends is not waited for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const headersArrived = Promise.withResolvers<void>();
  const bucket = await openBucket(
    (_, response) => void response.writeHead(403).write('<Error>'),
    () => headersArrived.resolve(),
  );
  const refused = expect(bucket.get('a', { maxMs: Number.POSITIVE_INFINITY })).rejects.toThrow(/answered 403/);
  await headersArrived.promise;
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
});
