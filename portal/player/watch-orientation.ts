export function watchOrientation(tell: (orientation: 'landscape' | 'portrait') => void): () => void {
  const query = window.matchMedia('(orientation: landscape)');
  const report = (): void => tell(query.matches ? 'landscape' : 'portrait');
  query.addEventListener('change', report);
  return () => query.removeEventListener('change', report);
}
