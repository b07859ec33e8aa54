// Which documents a player has yet to accept, as a part of statements: the active ones that need it, of the portal and of the
// game, whose newest version he has not accepted. Nothing else decides it: the calls, the start of play and orders all ask here.

/** To stand after `select`: `document` is each of them and `newest` its version. Both are places or columns of the statement. */
export const fromUnaccepted = (account: string, game: string): string => `
  from documents document
  join lateral (
    select version_id, url, content, created_at from document_versions
    where document_id = document.document_id order by number desc limit 1
  ) newest on true
  where document.is_active and document.need_user_acceptance
    and (document.game is null or document.game = ${game})
    and not exists (
      select from document_acceptances where version_id = newest.version_id and account_id = ${account}
    )`;

/** Whether there is one. */
export const mustAccept = (account: string, game: string): string => `exists (select ${fromUnaccepted(account, game)})`;
