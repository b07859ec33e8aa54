import { Redis } from 'ioredis';
import type { Log } from './log.ts';

/** The Redis at this address, once it answers; every wait for it has an end. Without an address there is none. */
export async function connectRedis(url: string | undefined, log: Log): Promise<Redis | undefined> {
  if (url === undefined) return undefined;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2000,
    // Also of the first command: somebody may take the connection and then say nothing.
    commandTimeout: 1000,
    // A connection on which nothing comes back is given up for a new one.
    socketTimeout: 5000,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  });
  redis.on('error', (error) => log.warn({ err: error }, 'Redis cannot be reached; trying again.'));
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
