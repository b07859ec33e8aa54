// Lets a game finish after the player has left: its frame is moved out of the way, invisible and inert, until the game
// is done or its time is up. Only `moveBefore` moves a frame without reloading it; other browsers remove the frame with
// its screen.

/** Call it before the frame is removed from the page. Returns a function that removes it. */
export function parkFrame(frame: HTMLIFrameElement): () => void {
  const place = frame.parentElement;
  const { body } = frame.ownerDocument;
  if (!place?.isConnected || !('moveBefore' in body)) return () => undefined;
  const holder = frame.ownerDocument.createElement('div');
  // Still rendered, because hidden frames get no animation frames.
  holder.className = 'left-game';
  holder.inert = true;
  body.append(holder);
  move(frame, holder);
  places.set(frame, place);
  return () => {
    holder.remove();
    // Otherwise the screen has taken the frame back.
    if (frame.parentElement === holder) places.delete(frame);
  };
}

/** For a screen that stays mounted: effects may run again. */
export function restoreFrame(frame: HTMLIFrameElement): void {
  const place = places.get(frame);
  places.delete(frame);
  if (place?.isConnected && frame.parentElement !== place) move(frame, place);
}

const places = new WeakMap<HTMLIFrameElement, Element>();

/** As the first child, below the game's overlays. */
function move(frame: HTMLIFrameElement, to: Element): void {
  if (frame.isConnected) to.moveBefore(frame, to.firstChild);
  else to.prepend(frame);
}
