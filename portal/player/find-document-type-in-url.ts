// The game `gc` opens its legal documents as pages. If the portal has the document, it is shown instead.
import type { LegalDocument } from '#bridge/shapes.ts';

export type DocumentTypeInUrl = LegalDocument['DocumentType']['Value'];

/** Names match whole words of the URL: `support` does not match `pp`. */
export function findDocumentTypeInUrl(game: string, url: string): DocumentTypeInUrl | undefined {
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
