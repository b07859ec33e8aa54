// Tables of builds that are uploaded in the console, and of errors that games report.
import type { Generated, JSONColumnType } from 'kysely';

type Found = readonly { readonly what: string; readonly file: string }[];

/** What the inspection of a draft found. */
export interface FindingsColumn {
  readonly loads: Found;
  readonly mentions: Found;
  readonly missing: Found;
  readonly troubles: readonly string[];
}

export interface PublishingTables {
  game_uploads: {
    upload_id: string;
    game: string;
    operator_id: string;
    version: string | null;
    description: string | null;
    bytes: number;
    state: Generated<'receiving' | 'checking' | 'ready' | 'failed'>;
    build_number: number | null;
    fault: string | null;
    created_at: Generated<Date>;
  };
  game_upload_pieces: { upload_id: string; piece: number; bytes: Buffer };
  game_errors: {
    game: string;
    day: string;
    fingerprint: string;
    kind: string;
    message: string;
    place: string;
    count: number;
    first_at: Generated<Date>;
    last_at: Generated<Date>;
    browsers: JSONColumnType<Readonly<Record<string, number>>>;
    builds: JSONColumnType<Readonly<Record<string, number>>>;
  };
}
