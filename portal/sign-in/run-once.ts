// Work with a token that is good once: however often a page is rendered, it is done once and every rendering gets the same result.
const running = new Map<string, Promise<unknown>>();

/** @param key what is used up, such as a token */
export function runOnce<T>(key: string, work: () => Promise<T>): Promise<T> {
  // What is kept under a key is what its first caller gave, and a key belongs to one kind of work.
  const begun = running.get(key) as Promise<T> | undefined;
  if (begun) return begun;
  const promise = work();
  running.set(key, promise);
  return promise;
}
