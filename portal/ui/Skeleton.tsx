import './skeleton.css';

/** Give it the size of the final content, so that nothing shifts. */
export function Skeleton({
  width,
  height = '1em',
  round = false,
}: {
  width?: string;
  height?: string;
  round?: boolean;
}) {
  return <span className={round ? 'skeleton round' : 'skeleton'} style={{ width, height }} aria-hidden="true" />;
}
