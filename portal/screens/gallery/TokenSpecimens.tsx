// The design tokens. Contrasts are measured in the page, so they are right for custom brand colours too.
import { useCallback, useState, type CSSProperties } from 'react';
import { computeContrast } from './contrast.ts';

const grounds = ['ground', 'raised', 'overlay'] as const;
/** The minimum contrast: 4.5 for text, 3 for an edge or a shape. */
const inks = {
  ink: 4.5,
  muted: 4.5,
  faint: 4.5,
  'accent-text': 4.5,
  good: 4.5,
  warning: 4.5,
  danger: 4.5,
  accent: 3,
} as const;

export function ColorSpecimens() {
  return (
    <div className="swatches">
      {Object.entries(inks).flatMap(([ink, least]) =>
        grounds.map((ground) => <Swatch key={ink + ground} ink={ink} ground={ground} least={least} />),
      )}
      <Swatch ink="accent-ink" ground="accent" least={4.5} />
      <Swatch ink="accent-ink" ground="accent-hover" least={4.5} />
      <Swatch ink="ink" ground="line" least={4.5} />
    </div>
  );
}

function Swatch({ ink, ground, least }: { ink: string; ground: string; least: number }) {
  const [contrast, setContrast] = useState<number>();
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const { color, backgroundColor } = getComputedStyle(element);
    setContrast(computeContrast(color, backgroundColor));
  }, []);
  const passes = contrast !== undefined && contrast >= least;
  return (
    <div className="swatch" data-passes={passes}>
      <span ref={measure} aria-hidden="true" style={{ color: `var(--${ink})`, background: `var(--${ground})` }}>
        {least < 4.5 ? <i /> : 'Aa'}
      </span>
      <code dir="ltr" lang="en">
        {ink} / {ground}
        <br />
        {contrast?.toFixed(2)} {passes ? '≥' : '<'} {least}
      </code>
    </div>
  );
}

const typeSizes = [1, 2, 3, 4, 5, 6, 7];
const radii = ['control', 'tile', 'dialog', 'pill'];
const spaces = [1, 2, 3, 4, 5, 6, 7, 8];

export function SizeSpecimens({ text }: { text: string }) {
  return (
    <>
      {typeSizes.map((size) => (
        <div key={size} className="type-size">
          <Name>{`--size-${size}`}</Name>
          <span style={{ fontSize: `var(--size-${size})`, lineHeight: 1.25 }}>{text}</span>
        </div>
      ))}
      <div className="row">
        {radii.map((radius) => (
          <div key={radius} className="labelled">
            <span className="radius" style={{ borderRadius: `var(--radius-${radius})` }} />
            <Name>{radius}</Name>
          </div>
        ))}
      </div>
      <div className="row">
        {spaces.map((space) => (
          <div key={space} className="labelled">
            <span className="space" style={{ '--side': `var(--space-${space})` } as CSSProperties} />
            <Name>{String(space)}</Name>
          </div>
        ))}
      </div>
    </>
  );
}

function Name({ children }: { children: string }) {
  return (
    <code dir="ltr" lang="en">
      {children}
    </code>
  );
}
