// Legal documents: their versions, who accepted them, and drafts of new versions.
import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { Locale } from '#model/locale-schema.ts';
import { route } from '#model/route.ts';
import { instant, object, oneOf, text, url, uuid } from '#model/schema.ts';
import { ContentDraft, DraftNote, ObjectVersion } from './drafts.ts';

export const OperatorDocumentType = oneOf(['TOS', 'PP']);

export const DocumentText = object({ Locale, Text: text(200_000, { minLength: 1 }) });

const DocumentTexts = Type.Array(DocumentText, {
  maxItems: 30,
  description: 'The text in each language, in Markdown. All languages are one version',
});

export const OperatorDocument = object({
  DocumentId: uuid,
  Type: OperatorDocumentType,
  Game: Type.Optional(GameName),
  IsActive: Type.Boolean(),
  NeedUserAcceptance: Type.Boolean(),
  Number: Type.Optional(Type.Integer({ minimum: 1, description: 'The newest version' })),
  PublishedAt: Type.Optional(instant),
  Acceptances: Type.Integer({ minimum: 0, description: 'Players who accepted the newest version' }),
});

export const OperatorDocumentVersion = object({
  VersionId: uuid,
  Number: Type.Integer({ minimum: 1 }),
  PublishedAt: instant,
  Url: Type.Optional(url),
  Acceptances: Type.Integer({ minimum: 0, description: 'Players who accepted it' }),
});

const read = { access: ['operator'], permission: 'documents.read' } as const;

export const operatorDocumentRoutes = {
  list: route({
    method: 'GET',
    path: '/operator/documents',
    ...read,
    summary: "Documents: the portal's first, then those of games by name.",
    query: object({
      Game: Type.Optional(GameName),
      AfterDocumentId: Type.Optional(Type.String({ ...uuid, description: 'The next page: after this document' })),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({ Documents: Type.Array(OperatorDocument) }),
  }),
  versions: route({
    method: 'GET',
    path: '/operator/documents/versions',
    ...read,
    summary: 'A document and its versions, newest first.',
    query: object({
      Type: OperatorDocumentType,
      Game: Type.Optional(GameName),
      BeforeNumber: Type.Optional(Type.Integer({ minimum: 1, description: 'The next page: older than this version' })),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({
      Document: Type.Optional(OperatorDocument),
      Versions: Type.Array(OperatorDocumentVersion),
    }),
  }),
  version: route({
    method: 'GET',
    path: '/operator/documents/version',
    ...read,
    summary: 'The text of a version, by language.',
    query: object({ VersionId: uuid }),
    reply: object({ ...OperatorDocumentVersion.properties, Texts: DocumentTexts }),
    errors: ['NotFound'],
  }),
  saveDraft: route({
    method: 'POST',
    path: '/operator/documents/save_draft',
    access: ['operator'],
    permission: 'documents.change',
    audit: 'change',
    summary:
      'Save a draft of a document: a new version, or other settings. An unchanged text adds no version, so that players are not asked again.',
    body: object({
      DraftId: Type.Optional(Type.Integer({ minimum: 1, description: 'An open draft to change' })),
      Type: OperatorDocumentType,
      Game: Type.Optional(GameName),
      Version: ObjectVersion,
      Texts: Type.Optional(DocumentTexts),
      Url: Type.Optional(Type.String({ ...url, description: 'The address of a page, instead of texts' })),
      NeedUserAcceptance: Type.Boolean({ description: 'Players must accept the newest version before they play' }),
      IsActive: Type.Boolean({ description: 'False: the document is neither shown nor asked for' }),
      Note: Type.Optional(DraftNote),
    }),
    bodyLimit: 2_000_000,
    reply: ContentDraft,
    errors: ['Conflict', 'NotFound', 'UnknownGame'],
  }),
};
