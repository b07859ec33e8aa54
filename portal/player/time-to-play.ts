// Measures the time until a game can be played, from the request for the player screen or, on the first page of a
// visit, from the page load.
let playStartMs: number | undefined;

export function startPlayTimer(): void {
  playStartMs ??= isFirstPage() ? 0 : performance.now();
}

export function consumePlayStartMs(): number {
  startPlayTimer();
  const taken = playStartMs ?? 0;
  playStartMs = undefined;
  return taken;
}

/** The router numbers the pages of a visit. */
const isFirstPage = (): boolean => ((window.history.state ?? {}) as { idx?: unknown }).idx === 0;
