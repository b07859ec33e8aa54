// How long it takes from the wish to play until the game can be played. The wish is when the player screen is asked for: its
// program may have to be loaded first. On a page that begins with a game it is when the page was asked for.
let wishedMs: number | undefined;

/** To be called when the player screen is asked for. */
export function beginPlay(): void {
  wishedMs ??= isFirstPage() ? 0 : performance.now();
}

/** When the play that now begins was wished for. */
export function takeWish(): number {
  beginPlay();
  const taken = wishedMs ?? 0;
  wishedMs = undefined;
  return taken;
}

/** The router counts the pages of a visit. */
const isFirstPage = (): boolean => ((window.history.state ?? {}) as { idx?: unknown }).idx === 0;
