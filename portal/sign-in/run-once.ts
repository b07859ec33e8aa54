// Uses a one-time token once: all renders of a page get the same result.
const running = new Map<string, Promise<unknown>>();

export function runOnce<T>(key: string, work: () => Promise<T>): Promise<T> {
  // Safe, because each key is used for one type of work only.
  const begun = running.get(key) as Promise<T> | undefined;
  if (begun) return begun;
  const promise = work();
  running.set(key, promise);
  return promise;
}
