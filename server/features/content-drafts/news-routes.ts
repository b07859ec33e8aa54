import { randomUUID } from 'node:crypto';
import { requireGame } from '#server/db/require-game.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { nameArticle, readDraftObject, requireDraftObject } from './draft-objects.ts';
import { saveDraft, type DraftDeps } from './drafts.ts';
import { readDraft } from './read-drafts.ts';
import { describeDraft } from './routes.ts';

export function createNewsDraftRoutes(
  deps: DraftDeps,
): Pick<AreaHandlers<'operatorNews'>, 'saveDraft' | 'draftUnpublishing'> {
  const { database, ...tools } = deps;
  return {
    saveDraft: async ({ body, operator, audit }) => {
      const { ArticleId, Game, DraftId, Version, Note, Tags, ...article } = body;
      if (Game !== undefined) await requireGame(database.kysely, Game);
      const object =
        ArticleId === undefined && DraftId !== undefined
          ? (await readDraft(database.kysely, DraftId)).object
          : nameArticle(ArticleId ?? randomUUID(), Game);
      // A published article keeps its date.
      const before: { CreatedAt?: string } | undefined = await readDraftObject(
        database.kysely,
        tools,
        requireDraftObject(object),
      );
      const value = {
        ...(before?.CreatedAt !== undefined && { CreatedAt: before.CreatedAt }),
        ...article,
        ...(Tags.length > 0 && { Tags }),
      };
      const request = { draftId: DraftId, object, seen: Version, value, note: Note };
      return describeDraft(await saveDraft(deps, request, { operator, record: audit.change }));
    },
    draftUnpublishing: async ({ body: { ArticleId, Game, Version, Note }, operator, audit }) => {
      const object = nameArticle(ArticleId, Game);
      const request = { draftId: undefined, object, seen: Version, value: undefined, note: Note };
      return describeDraft(await saveDraft(deps, request, { operator, record: audit.change }));
    },
  };
}
