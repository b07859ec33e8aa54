// Measures the time from the request to play until the game can be played. It starts when the player screen is
// requested, before its code has loaded. If the visit starts with the game, it starts with the page load.
let playStartMs: number | undefined;

/** Call it when the player screen is requested. */
export function startPlayTimer(): void {
  playStartMs ??= isFirstPage() ? 0 : performance.now();
}

/** Returns and resets the start time of this play. */
export function consumePlayStartMs(): number {
  startPlayTimer();
  const taken = playStartMs ?? 0;
  playStartMs = undefined;
  return taken;
}

/** The router numbers the pages of a visit. */
const isFirstPage = (): boolean => ((window.history.state ?? {}) as { idx?: unknown }).idx === 0;
