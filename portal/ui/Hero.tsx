import type { ReactNode } from 'react';
import type { Picture as MadePicture } from '#model/picture.ts';
import { Picture } from './Picture.tsx';
import './hero.css';

/** The wide art of a game with words and buttons over it, which is dark whatever the scheme of the page. */
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
  /** Called when the art is there, or will not come. */
  onSeen?: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <section className="hero" aria-labelledby={labelledBy}>
      {art !== undefined && <Picture address={art} made={made} sizes={heroSizes} first onSeen={onSeen} />}
      {/* Another element when the game is there: one that grew upwards would count as a jump. */}
      <div className="words" data-scheme="dark" key={art === undefined ? 'shape' : 'game'}>
        {children}
      </div>
    </section>
  );
}

/** As wide as the page, which has an end; on a phone it is higher than wide, and the art is cut at its sides. */
const heroSizes = '(max-width: 640px) 130vw, min(100vw, 1440px)';
