// Legal documents, and which version a player accepted.
import { Type } from 'typebox';
import { instant, object, oneOf, text, url, uuid } from './schema.ts';

export const DocumentType = object({ Value: oneOf(['TOS', 'PP']), NeedUserAcceptance: Type.Boolean() });

export const DocumentAcceptance = object({
  Id: Type.Optional(uuid),
  DocumentVersionId: Type.Optional(uuid),
  AccountId: uuid,
  AcceptedAt: instant,
});

export const DocumentContent = object({
  Value: text(200_000),
  ContentType: oneOf(['Markdown', 'Html', 'Link', 'Image']),
});

export const DocumentVersion = object({
  Id: uuid,
  DocumentId: Type.Optional(uuid),
  Url: Type.Optional(url),
  CreatedAt: instant,
  Content: Type.Optional(DocumentContent),
  Accepts: Type.Array(DocumentAcceptance),
});

export const LegalDocument = object({
  Id: uuid,
  DocumentType,
  CreatedAt: instant,
  IsActive: Type.Boolean(),
  GameSystemName: Type.Optional(text(64)),
  Versions: Type.Array(DocumentVersion),
});
