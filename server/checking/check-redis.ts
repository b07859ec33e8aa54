import { Redis } from 'ioredis';
import type { Config } from '#server/config.ts';
import { probeRedis } from '#server/http/probe-redis.ts';
import { okFinding, retryOnTimeout, unreachableFinding, type Finding } from './finding.ts';

const timeoutMs = 10_000;

export async function checkRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Finding[]> {
  if (redisUrl === undefined) return [okFinding("REDIS_URL isn't set: each node counts rate limits separately")];
  const place = describePlace(redisUrl);
  try {
    await retryOnTimeout(() => tryRedis(redisUrl));
    return [okFinding(`${place} responds and is writable`)];
  } catch (error) {
    return [
      unreachableFinding(
        error,
        `Redis at ${place} can't be used`,
        'Start it and check REDIS_URL (host, port, account, password). It must be a writable Redis. Until then there are no rate limits.',
      ),
    ];
  }
}

async function tryRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: () => null,
  });
  // ioredis rejects with "Connection is closed."; only this event has the reason.
  let reason: Error | undefined;
  redis.on('error', (error: Error) => {
    reason ??= error;
  });
  try {
    await redis.connect();
    await probeRedis(redis);
  } catch (error) {
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}

function describePlace(redisUrl: string): string {
  const { protocol, host, pathname } = new URL(redisUrl);
  return protocol === 'unix:' ? pathname : host;
}
