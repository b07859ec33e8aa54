/**
 * How long to wait before an order is asked about again: less and less often, and after three minutes no more.
 * @param asked how often it was asked about
 */
export function askPause(asked: number): number | false {
  return asked > pausesMs.length ? false : (pausesMs[asked - 1] ?? firstPauseMs);
}

const firstPauseMs = 1000;
const growth = 1.5;
const maxPauseMs = 10_000;
const endMs = 180_000;

const pausesMs = makePauses();

function makePauses(): readonly number[] {
  const pauses: number[] = [];
  for (let pauseMs = firstPauseMs, totalMs = 0; totalMs + pauseMs <= endMs;) {
    pauses.push(pauseMs);
    totalMs += pauseMs;
    pauseMs = Math.min(pauseMs * growth, maxPauseMs);
  }
  return pauses;
}
