// SQL for the documents that a player still has to accept, shared by API calls, the start of play and orders.

/** SQL to follow `select`. Both parameters are SQL placeholders or columns. */
export const buildFromUnacceptedSql = (account: string, game: string): string => `
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

export const buildMustAcceptSql = (account: string, game: string): string =>
  `exists (select ${buildFromUnacceptedSql(account, game)})`;
