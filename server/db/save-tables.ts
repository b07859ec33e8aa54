import type { Generated, JSONColumnType } from 'kysely';

export interface SaveTables {
  saves: SaveColumns & {
    account_id: string;
    game: string;
    device_id: string | null;
    started_at: Generated<Date>;
    updated_at: Generated<Date>;
    is_copy: Generated<boolean>;
    resolved_at: Date | null;
  };
  save_revisions: SaveColumns & { updated_at: Date; kept_at: Generated<Date> };
}

export type SaveOrigin = 'device' | 'server' | 'restore' | 'merge';

interface SaveColumns {
  save_id: string;
  revision: number;
  keys: JSONColumnType<Record<string, string>>;
  bytes: number;
  device: string | null;
  summary: string | null;
  origin: SaveOrigin;
  write_id: string | null;
}
