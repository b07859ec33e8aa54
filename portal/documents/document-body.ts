// How a version of a document is shown. Operators' HTML is not trusted: it opens in a new tab or is shown as plain
// text.
import type { Static } from 'typebox';
import type { DocumentVersion, LegalDocument } from '#model/document.ts';
import { safeWebAddress } from '#model/safe-destination.ts';

export type LegalDocument = Static<typeof LegalDocument>;
export type LegalDocumentVersion = Static<typeof DocumentVersion>;
export type DocumentType = LegalDocument['DocumentType']['Value'];

export type DocumentBody =
  | { readonly kind: 'markdown' | 'text'; readonly text: string }
  | { readonly kind: 'link' | 'image'; readonly url: string }
  | { readonly kind: 'nothing' };

export function getDocumentBody({ Content, Url }: LegalDocumentVersion, ownOrigin: string): DocumentBody {
  const own = safeWebAddress(Url, ownOrigin);
  const link: DocumentBody = own === undefined ? { kind: 'nothing' } : { kind: 'link', url: own };
  if (!Content) return link;
  const { ContentType, Value } = Content;
  switch (ContentType) {
    case 'Markdown':
      return { kind: 'markdown', text: Value };
    case 'Html':
      return own === undefined ? { kind: 'text', text: Value } : link;
    case 'Link':
    case 'Image': {
      const url = safeWebAddress(Value.trim(), ownOrigin);
      return url === undefined ? link : { kind: ContentType === 'Link' ? 'link' : 'image', url };
    }
  }
}

/** The server lists the newest version first. Dates may have been imported and are not reliable. */
export const findNewestDocumentVersion = ({ Versions }: LegalDocument): LegalDocumentVersion | undefined => Versions[0];

/** The applicable document of a type: a game's own wins over the portal's. */
export function findApplicableDocument(
  documents: readonly LegalDocument[],
  type: DocumentType,
): LegalDocument | undefined {
  const ofType = documents.filter((each) => each.DocumentType.Value === type && each.Versions.length > 0);
  return ofType.find(({ GameSystemName }) => GameSystemName !== undefined) ?? ofType[0];
}
