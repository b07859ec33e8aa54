import type { Database } from '#server/db/database.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { ReadPreview } from '#server/games/preview-paths.ts';
import { hashToken } from '#server/secrets/one-time-token.ts';

export function createPreviewReader(database: Database): ReadPreview {
  const read = database.prepareRead(draftStatement);
  return async (game, token) => {
    const tokenHash = hashToken('fxv_', token);
    if (!tokenHash) return undefined;
    const [row] = await read({ game, tokenHash });
    return row && { buildNumber: row.build_number, buildType: row.build_type, expiresAt: row.token_expires_at };
  };
}

interface DraftRow {
  build_number: number;
  build_type: 'Unity' | 'Iframe';
  token_expires_at: Date;
}

const draftStatement = defineStatement<{ game: string; tokenHash: Buffer }, DraftRow>(
  ({ game, tokenHash }) => `select build_number, build_type, token_expires_at from build_drafts
    where game = ${game} and token_hash = ${tokenHash} and token_expires_at > now()`,
);
