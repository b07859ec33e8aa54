// The game `gc` opens its legal documents as pages. Where the portal has the document itself, it shows that instead; where it
// has not, or cannot read it now, the page is opened as any other.
import type { LegalDocument } from '#bridge/shapes.ts';
import { log } from '#portal/log.ts';
import { documentBody, findDocument, newestVersion } from '#portal/modals/document/document-body.ts';
import type { ShownDocument } from '#portal/modals/document/DocumentModal.tsx';

export type DocumentType = LegalDocument['DocumentType']['Value'];

/** Which document a page of this game stands for. The names count as words of the address: `support` holds no `pp`. */
export function askedDocument(game: string, url: string): DocumentType | undefined {
  if (game !== 'gc') return undefined;
  const words = `-${url.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-`;
  return names.find(([name]) => words.includes(`-${name}-`))?.[1];
}

/** The newest version of it, or nothing where it has none that can be shown here. */
export async function shownDocument(
  type: DocumentType,
  read: () => Promise<{ documents: LegalDocument[] }>,
  ownOrigin: string,
): Promise<ShownDocument | undefined> {
  try {
    const { documents } = await read();
    const document = findDocument(documents, type);
    const version = document && newestVersion(document);
    return version && showable(documentBody(version, ownOrigin));
  } catch (error) {
    log.warn(`The document ${type} could not be read; the page of the game is opened instead.`, error);
    return undefined;
  }
}

const names = [
  ['terms-of-service', 'TOS'],
  ['tos', 'TOS'],
  ['privacy-policy', 'PP'],
  ['pp', 'PP'],
] as const;

function showable(body: ReturnType<typeof documentBody>): ShownDocument | undefined {
  switch (body.kind) {
    case 'markdown':
      return { type: 'markdown', text: body.text };
    case 'link':
      return { type: 'iframe', url: body.url };
    case 'image':
      return { type: 'image', url: body.url };
    case 'text':
    case 'nothing':
      return undefined;
  }
}
