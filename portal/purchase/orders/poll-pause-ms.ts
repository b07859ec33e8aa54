/**
 * The pause grows, and polling stops after three minutes.
 * @param asked the number of requests so far
 */
export function pollPauseMs(asked: number): number | false {
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
