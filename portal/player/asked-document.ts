// The game `gc` opens its legal documents as pages. Where the portal has the document itself, it shows that instead; where it
// has not, or cannot read it now, the page is opened as any other.
import type { LegalDocument } from '#bridge/shapes.ts';

export type DocumentType = LegalDocument['DocumentType']['Value'];

/** Which document a page of this game stands for. The names count as words of the address: `support` holds no `pp`. */
export function askedDocument(game: string, url: string): DocumentType | undefined {
  if (game !== 'gc') return undefined;
  const words = `-${url.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-`;
  return names.find(([name]) => words.includes(`-${name}-`))?.[1];
}

const names = [
  ['terms-of-service', 'TOS'],
  ['tos', 'TOS'],
  ['privacy-policy', 'PP'],
  ['pp', 'PP'],
] as const;
