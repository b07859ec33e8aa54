import type { ReactNode } from 'react';
import './hero.css';

/** The wide art of a game with words and buttons over it, which is dark whatever the scheme of the page. */
export function Hero({
  art,
  labelledBy,
  children,
}: {
  art?: string | undefined;
  labelledBy: string;
  children: ReactNode;
}) {
  return (
    <section className="hero" aria-labelledby={labelledBy}>
      {art !== undefined && <img src={art} alt="" width="1600" height="900" fetchPriority="high" />}
      {/* Another element when the game is there: one that grew upwards would count as a jump. */}
      <div className="words" data-scheme="dark" key={art === undefined ? 'shape' : 'game'}>
        {children}
      </div>
    </section>
  );
}
