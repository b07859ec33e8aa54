import type { Picture as MadePicture } from '#model/picture.ts';
import './picture.css';

/** A responsive image with a blurred placeholder. Without generated sizes the original is shown. */
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
  sizes: string;
  /** Loads eagerly, because it is visible first. */
  first?: boolean;
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
        // A server-rendered image may have loaded before hydration.
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
