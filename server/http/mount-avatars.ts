// Avatars with initials, for games that show friends. The address contains everything in the picture, so nothing is
// looked up and browsers may cache it forever. Games load it from their own host, games hosted elsewhere from ours.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Problem } from '#model/problem.ts';
import { object, text } from '#model/schema.ts';
import { escapeXml } from './escape-html.ts';
import type { HeaderPolicy } from './headers.ts';

export function mountAvatars(app: FastifyInstance, { policy }: { readonly policy: HeaderPolicy }): void {
  const headers = {
    ...policy.of('asset'),
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=31536000, immutable',
  };
  app.get('/sdk/avatars/:hue/:file', { schema: { params } }, async (request, reply) => {
    const { hue, file } = request.params as { hue: string; file: string };
    const initials = file.endsWith('.svg') ? file.slice(0, -'.svg'.length) : undefined;
    if (initials === undefined || Number(hue) > largestHue || !isShort(initials)) throw new Problem('NotFound');
    return reply
      .headers(headers)
      .type('image/svg+xml; charset=utf-8')
      .send(drawAvatar(Number(hue), initials));
  });
}

const params = object({ hue: Type.String({ maxLength: 3, pattern: '^[0-9]+$' }), file: text(100) });

const largestHue = 359;
const maxInitials = 2;

/** Counts graphemes: a letter with accents or a whole emoji is one. */
function isShort(initials: string): boolean {
  return [...new Intl.Segmenter().segment(initials)].length <= maxInitials;
}

/** As in the portal: in this colour space all hues are equally dark, so white letters are readable on each. */
function drawAvatar(hue: number, initials: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">
<linearGradient id="g" x2="1" y2="1"><stop stop-color="oklch(0.54 0.15 ${hue})"/><stop offset="1" stop-color="oklch(0.42 0.13 ${(hue + 50) % 360})"/></linearGradient>
<rect width="128" height="128" fill="url(#g)"/>
<text x="64" y="64" dy="0.35em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="51" font-weight="650" fill="#fff">${escapeXml(initials)}</text>
</svg>
`;
}
