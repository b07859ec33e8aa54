import type { ReactNode } from 'react';
import type { Picture as MadePicture } from '#model/picture.ts';
import { Picture } from './Picture.tsx';
import './hero.css';

/** A game's wide art with text and buttons over it, dark in every colour scheme. */
export function Hero({
  art,
  made,
  labelledBy,
  onSeen,
  children,
}: {
  art?: string | undefined;
  made?: MadePicture | undefined;
  labelledBy: string;
  onSeen?: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <section className="hero" aria-labelledby={labelledBy}>
      {art !== undefined && <Picture address={art} made={made} sizes={heroSizes} first onSeen={onSeen} />}
      {/* A different key than the skeleton's: an element that grows upwards would count as a layout shift. */}
      <div className="words" data-scheme="dark" key={art === undefined ? 'shape' : 'game'}>
        {children}
      </div>
    </section>
  );
}

/** As wide as the page, up to a limit. On phones the art is cropped at its sides. */
const heroSizes = '(max-width: 640px) 130vw, min(100vw, 1440px)';
