import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/**
 * Does what the limits need of Redis: runs a script that writes a key which expires. A replica that only reads, a full memory and an
 * account without rights answer a ping all the same. Throws what Redis says.
 */
export async function probeRedis(redis: Pick<Redis, 'eval'>): Promise<void> {
  await redis.eval(`redis.call('SET', KEYS[1], '1', 'PX', 1000)`, 1, `fxid-check-${randomUUID()}`);
}
