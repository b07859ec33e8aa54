import type { Picture as MadePicture } from '#model/picture.ts';
import './picture.css';

/**
 * A picture in the width that its place needs, with a blur of itself until it has come. Where the portal has made none, the
 * picture as it is.
 */
export function Picture({
  address,
  made,
  alt = '',
  sizes,
  first = false,
  onSeen,
}: {
  address: string;
  made?: MadePicture | undefined;
  alt?: string;
  /** How wide its place is, as `sizes` of the browser. */
  sizes: string;
  /** It is what one sees first; all others are loaded when they come near. */
  first?: boolean;
  /** Called when it is there, or will not come. */
  onSeen?: (() => void) | undefined;
}) {
  const picture = (
    <picture className="picture">
      {made && <source type="image/avif" srcSet={made.Avif} sizes={sizes} />}
      {made && <source type="image/webp" srcSet={made.Webp} sizes={sizes} />}
      <img
        src={address}
        alt={alt}
        width={made?.Width ?? 1600}
        height={made?.Height ?? 900}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        onLoad={onSeen}
        onError={onSeen}
        // One that the server has rendered may have come before.
        ref={(image) => void (image?.complete && onSeen?.())}
      />
    </picture>
  );
  if (!made) return picture;
  return (
    <>
      <img className="blur" src={made.Placeholder} alt="" aria-hidden="true" width={made.Width} height={made.Height} />
      {picture}
    </>
  );
}
