// Placeholder art for games without artwork: initials on a colour derived from the name, at fixed paths on the game's
// host.
import { hash } from 'node:crypto';
import { escapeXml } from '#server/http/escape-html.ts';

/** Game files never begin with a dot. */
export const placeholderArtPaths = { wide: '/.fxid/wide.svg', square: '/.fxid/square.svg' } as const;

export function renderPlaceholderArt(
  path: string,
  { game, title }: { game: string; title: string },
): string | undefined {
  const shape = shapes.find((each) => placeholderArtPaths[each] === `/${path}`);
  if (!shape) return undefined;
  const [width, height] = shape === 'wide' ? [1600, 900] : [900, 900];
  const hue = Number.parseInt(hash('sha256', game, 'hex').slice(0, 4), 16) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs><linearGradient id="sky" x2="1" y2="1"><stop stop-color="hsl(${hue} 55% 32%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % 360} 60% 16%)"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/>
<text x="50%" y="50%" dominant-baseline="central" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="700" font-size="320" fill="#fff" fill-opacity=".9">${escapeXml(initialsOf(title))}</text>
</svg>
`;
}

const shapes = ['wide', 'square'] as const;

function initialsOf(title: string): string {
  const words = title.split(/\s+/).filter((word) => word !== '');
  const letters = words.slice(0, 2).map((word) => [...new Intl.Segmenter().segment(word)][0]?.segment ?? '');
  return letters.join('').toLocaleUpperCase();
}
