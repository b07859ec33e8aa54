import './skeleton.css';

/** A grey shape where something will be. Give it the size of what comes, so that nothing jumps. */
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
