/** Tells how the screen is held whenever that changes, until the function that comes back is called. */
export function watchOrientation(tell: (orientation: 'landscape' | 'portrait') => void): () => void {
  const query = window.matchMedia('(orientation: landscape)');
  const look = (): void => tell(query.matches ? 'landscape' : 'portrait');
  query.addEventListener('change', look);
  return () => query.removeEventListener('change', look);
}
