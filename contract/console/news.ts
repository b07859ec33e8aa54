// News: articles as they are on the portal, and drafts of them.
import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { Locale } from '#model/locale-schema.ts';
import { NewsPriority } from '#model/news.ts';
import { route } from '#model/route.ts';
import { instant, object, text, url, uuid } from '#model/schema.ts';
import { ContentDraft, DraftNote, ObjectVersion } from './drafts.ts';

export const ArticleMessage = object({
  Locale,
  Header: text(200, { minLength: 1 }),
  Message: text(10_000, { minLength: 1 }),
});

const articleFields = {
  Messages: Type.Array(ArticleMessage, { minItems: 1, maxItems: 30 }),
  Priority: NewsPriority,
  Link: Type.Optional(url),
  IconUrl: Type.Optional(url),
  ImageUrl: Type.Optional(url),
  Tags: Type.Array(text(40, { minLength: 1 }), { maxItems: 20 }),
};

export const OperatorArticle = object({
  ArticleId: uuid,
  Game: Type.Optional(GameName),
  PublishedAt: instant,
  ...articleFields,
});

const read = { access: ['operator'], permission: 'news.read' } as const;
const change = { access: ['operator'], permission: 'news.change', audit: 'change' } as const;

export const operatorNewsRoutes = {
  list: route({
    method: 'GET',
    path: '/operator/news',
    ...read,
    summary: 'Published articles in all languages, newest first: those of the portal, or of one game.',
    query: object({
      Game: Type.Optional(GameName),
      BeforeArticleId: Type.Optional(Type.String({ ...uuid, description: 'The next page: older than this article' })),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({ Articles: Type.Array(OperatorArticle) }),
  }),
  saveDraft: route({
    method: 'POST',
    path: '/operator/news/save_draft',
    ...change,
    summary: 'Save a draft of an article, new or published. It is dated when it is first applied.',
    body: object({
      DraftId: Type.Optional(Type.Integer({ minimum: 1, description: 'An open draft to change' })),
      ArticleId: Type.Optional(Type.String({ ...uuid, description: 'Absent: a new article' })),
      Game: Type.Optional(GameName),
      Version: ObjectVersion,
      ...articleFields,
      Note: Type.Optional(DraftNote),
    }),
    reply: ContentDraft,
    errors: ['Conflict', 'NotFound', 'UnknownGame'],
  }),
  draftUnpublishing: route({
    method: 'POST',
    path: '/operator/news/draft_unpublishing',
    ...change,
    summary: 'Save a draft that takes an article off the portal. Reverting it publishes the article again.',
    body: object({
      ArticleId: uuid,
      Game: Type.Optional(GameName),
      Version: ObjectVersion,
      Note: Type.Optional(DraftNote),
    }),
    reply: ContentDraft,
    errors: ['Conflict', 'NotFound'],
  }),
};
