import { requireGame } from '#server/db/require-game.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { DocumentState } from './document-state.ts';
import { nameDocument } from './draft-objects.ts';
import { saveDraft, type DraftDeps } from './drafts.ts';
import { describeDraft } from './routes.ts';

export const createDocumentDraftRoutes = (deps: DraftDeps): Pick<AreaHandlers<'operatorDocuments'>, 'saveDraft'> => ({
  saveDraft: async ({ body, operator, audit }) => {
    const { Game, NeedUserAcceptance, IsActive, Texts, Url } = body;
    if (Game !== undefined) await requireGame(deps.database.kysely, Game);
    const value: DocumentState = {
      NeedUserAcceptance,
      Active: IsActive,
      ...(Url !== undefined && { Url }),
      ...(Texts && { Texts: Texts.map(({ Locale, Text }) => ({ Locale, Text: Text.replaceAll('\r\n', '\n') })) }),
    };
    const request = {
      draftId: body.DraftId,
      object: nameDocument(body.Type, Game),
      seen: body.Version,
      value,
      note: body.Note,
    };
    return describeDraft(await saveDraft(deps, request, { operator, record: audit.change }));
  },
});
