// Caches the serialized bytes of replies that many callers share: the same object is serialized and checked once. Such
// an object must not change afterwards.
const bytesByReply = new WeakMap<object, Buffer | undefined>();

/** Marks an object that will be sent as a reply more than once. */
export function cacheReply<Reply extends object>(reply: Reply): Reply {
  if (!bytesByReply.has(reply)) bytesByReply.set(reply, undefined);
  return reply;
}

/** The bytes of a marked reply, serialized on first use; undefined for other replies. */
export function findCachedBytes(reply: unknown, serialize: () => string): Buffer | undefined {
  if (typeof reply !== 'object' || reply === null || !bytesByReply.has(reply)) return undefined;
  const known = bytesByReply.get(reply);
  if (known) return known;
  const bytes = Buffer.from(serialize());
  bytesByReply.set(reply, bytes);
  return bytes;
}
