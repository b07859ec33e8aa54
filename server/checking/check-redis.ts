import { Redis } from 'ioredis';
import type { Config } from '#server/config.ts';
import { probeRedis } from '#server/http/probe-redis.ts';
import { ok, retryTimeout, unreachable, type Finding } from './finding.ts';

const timeoutMs = 10_000;

export async function checkRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Finding[]> {
  if (redisUrl === undefined) return [ok('REDIS_URL is not set: each node counts limits for itself')];
  const place = describePlace(redisUrl);
  try {
    await retryTimeout(() => tryRedis(redisUrl));
    return [ok(`${place} answers and can be written to`)];
  } catch (error) {
    return [
      unreachable(
        error,
        `Redis at ${place} cannot be used`,
        'Start it and correct REDIS_URL (host, port, account, password); it must be a Redis that can be written to. Until then requests are not limited.',
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
  // ioredis rejects with "Connection is closed." and gives the reason to this event alone.
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

/** Without the account and the password. */
function describePlace(redisUrl: string): string {
  const { protocol, host, pathname } = new URL(redisUrl);
  return protocol === 'unix:' ? pathname : host;
}
