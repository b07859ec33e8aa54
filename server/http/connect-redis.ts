import { Redis } from 'ioredis';
import type { Log } from './log.ts';

/** Connects to Redis and waits for its first reply, with timeouts. Without an address there is no Redis. */
export async function connectRedis(url: string | undefined, log: Log): Promise<Redis | undefined> {
  if (url === undefined) return undefined;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2000,
    // Applies to the first command, too: a server may accept the connection and stay silent.
    commandTimeout: 1000,
    // A silent connection is replaced by a new one.
    socketTimeout: 5000,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  });
  redis.on('error', (error) => log.warn({ err: error }, 'Redis is unreachable; retrying.'));
  try {
    await redis.connect();
  } catch (cause) {
    redis.disconnect();
    throw new Error(
      'Redis at REDIS_URL cannot be reached. Start it, correct REDIS_URL, or leave it out on a single node.',
      { cause },
    );
  }
  return redis;
}
