// Measures the time from the request to play until the game can be played. It starts when the player screen is
// requested, before its code has loaded. If the visit starts with the game, it starts with the page load.
let wishedMs: number | undefined;

/** Call it when the player screen is requested. */
export function beginPlay(): void {
  wishedMs ??= isFirstPage() ? 0 : performance.now();
}

/** Returns and resets the start time of this play. */
export function takeWish(): number {
  beginPlay();
  const taken = wishedMs ?? 0;
  wishedMs = undefined;
  return taken;
}

/** The router numbers the pages of a visit. */
const isFirstPage = (): boolean => ((window.history.state ?? {}) as { idx?: unknown }).idx === 0;
