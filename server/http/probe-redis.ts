import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/**
 * Checks what rate limits need from Redis: a script that writes an expiring key. A read-only replica, full memory or
 * missing permissions still answer a ping. Throws Redis' error.
 */
export async function probeRedis(redis: Pick<Redis, 'eval'>): Promise<void> {
  await redis.eval(`redis.call('SET', KEYS[1], '1', 'PX', 1000)`, 1, `fxid-check-${randomUUID()}`);
}
