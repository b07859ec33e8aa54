/** Writes one after the other. A write that has not begun also stores later changes. */
export function createPersister(write: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return () => {
    waiting ??= last.then(() => {
      waiting = undefined;
      last = write();
      return last;
    });
    return waiting;
  };
}
