// Replies that many callers get alike. They leave through the schema of their call as all do, and are checked as all are, but
// once: whoever gives the same object again gets the same bytes again. Such an object must not change any more.
const bytesByReply = new WeakMap<object, Buffer | undefined>();

/** Says that this object will be given as a reply more than once. */
export function keepReply<Reply extends object>(reply: Reply): Reply {
  if (!bytesByReply.has(reply)) bytesByReply.set(reply, undefined);
  return reply;
}

/** The bytes of a reply that is kept, made when they are first needed; undefined for any other. */
export function findKeptBytes(reply: unknown, serialize: () => string): Buffer | undefined {
  if (typeof reply !== 'object' || reply === null || !bytesByReply.has(reply)) return undefined;
  const known = bytesByReply.get(reply);
  if (known) return known;
  const bytes = Buffer.from(serialize());
  bytesByReply.set(reply, bytes);
  return bytes;
}
