/** Runs what has the same key one after the other on this node, each whatever has become of the one before. */
export type TakeTurns = <Result>(key: string, run: () => Promise<Result>) => Promise<Result>;

/**
 * Many at once for one row would each hold a connection while they wait for its lock, and those at the end would wait too long.
 * Here they wait without one. Between nodes the lock decides.
 */
export function createTurns(): TakeTurns {
  const last = new Map<string, Promise<unknown>>();
  return (key, run) => {
    const before = last.get(key);
    // Whoever began the one before gets its fault.
    const turn = before ? before.then(run, run) : run();
    last.set(key, turn);
    const leave = (): void => {
      if (last.get(key) === turn) last.delete(key);
    };
    turn.then(leave, leave);
    return turn;
  };
}
