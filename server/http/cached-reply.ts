// Caches the serialized bytes of replies that many callers share: the same object is serialized and checked once. Such
// an object must not change afterwards.
const bytesByReply = new WeakMap<object, Buffer | undefined>();

export function markReplyForCaching<Reply extends object>(reply: Reply): Reply {
  if (!bytesByReply.has(reply)) bytesByReply.set(reply, undefined);
  return reply;
}

export function findOrCacheReplyBytes(reply: unknown, serialize: () => string): Buffer | undefined {
  if (typeof reply !== 'object' || reply === null || !bytesByReply.has(reply)) return undefined;
  const known = bytesByReply.get(reply);
  if (known) return known;
  const bytes = Buffer.from(serialize());
  bytesByReply.set(reply, bytes);
  return bytes;
}
