import { log } from '#portal/log.ts';
import {
  getDocumentBody,
  findApplicableDocument,
  findNewestDocumentVersion,
  type DocumentType,
  type LegalDocument,
} from './document-body.ts';

export type ShownDocument =
  | { readonly type: 'iframe' | 'image'; readonly url: string }
  | { readonly type: 'markdown'; readonly text: string };

export async function readDocument(
  type: DocumentType,
  read: () => Promise<{ documents: readonly LegalDocument[] }>,
  ownOrigin: string,
): Promise<ShownDocument | undefined> {
  try {
    const { documents } = await read();
    const document = findApplicableDocument(documents, type);
    const version = document && findNewestDocumentVersion(document);
    return version && showable(getDocumentBody(version, ownOrigin));
  } catch (error) {
    log.warn(`The document ${type} could not be read; its page is opened instead.`, error);
    return undefined;
  }
}

function showable(body: ReturnType<typeof getDocumentBody>): ShownDocument | undefined {
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
