// A game that is left hears of it and may end in order. Its frame has to outlive the screen around it for that: it is moved
// out of the way, unseen and untouchable, until the game has ended or its time is up. Only `moveBefore` moves a frame without
// loading it anew; where a browser has none, the frame goes with its screen and the game has to do with `pagehide`.

/** Call it before the frame is taken out of the page. The function that comes back takes it away. */
export function keepFrame(frame: HTMLIFrameElement): () => void {
  const place = frame.parentElement;
  const { body } = frame.ownerDocument;
  if (!place?.isConnected || !('moveBefore' in body)) return () => undefined;
  const holder = frame.ownerDocument.createElement('div');
  // Still drawn: an engine ends between two pictures, and what is not drawn has none.
  holder.className = 'left-game';
  holder.inert = true;
  body.append(holder);
  move(frame, holder);
  places.set(frame, place);
  return () => {
    holder.remove();
    // Otherwise the screen has come back for it.
    if (frame.parentElement === holder) places.delete(frame);
  };
}

/** For a screen that was not taken away after all: effects may end and begin anew. */
export function takeFrameBack(frame: HTMLIFrameElement): void {
  const place = places.get(frame);
  places.delete(frame);
  if (place?.isConnected && frame.parentElement !== place) move(frame, place);
}

const places = new WeakMap<HTMLIFrameElement, Element>();

/** As the first one there: what lies over a game comes after it. */
function move(frame: HTMLIFrameElement, to: Element): void {
  if (frame.isConnected) to.moveBefore(frame, to.firstChild);
  else to.prepend(frame);
}
