/** Runs calls with the same key one after another on this node, whether or not the previous one failed. */
export type RunExclusive = <Result>(key: string, run: () => Promise<Result>) => Promise<Result>;

/**
 * Many requests for one row would each hold a connection while waiting for its lock, and the last would time out. Here
 * they wait without a connection. Between nodes the lock decides.
 */
export function createKeyedMutex(): RunExclusive {
  const last = new Map<string, Promise<unknown>>();
  return (key, run) => {
    const before = last.get(key);
    // The previous caller gets the previous error.
    const turn = before ? before.then(run, run) : run();
    last.set(key, turn);
    const leave = (): void => {
      if (last.get(key) === turn) last.delete(key);
    };
    turn.then(leave, leave);
    return turn;
  };
}
