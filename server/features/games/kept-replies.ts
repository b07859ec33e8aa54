// Replies that are made from the catalogue and the same for many callers: kept until a game changes, or until the clock
// alone changes what they show.
import { markReplyForCaching } from '#server/http/cached-reply.ts';

export interface TimedReply<Reply> {
  readonly reply: Reply;
  /** When the clock changes it. */
  readonly untilMs: number;
}

export function createKeptReplies<Key, Reply extends object>(
  now: () => Date,
): (key: Key, version: number, make: () => TimedReply<Reply>) => Reply {
  const kept = new Map<Key, TimedReply<Reply> & { readonly version: number; readonly fromMs: number }>();
  return (key, version, make) => {
    const known = kept.get(key);
    const nowMs = now().getTime();
    // The clock follows the database's, so it may be set back.
    if (known?.version === version && nowMs >= known.fromMs && nowMs < known.untilMs) return known.reply;
    const made = make();
    kept.set(key, { ...made, version, fromMs: nowMs });
    return markReplyForCaching(made.reply);
  };
}
