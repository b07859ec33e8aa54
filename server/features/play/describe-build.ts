import type { Build } from '#model/game.ts';

export interface BuildColumns {
  readonly build_id: string;
  readonly game: string;
  readonly build_number: number;
  readonly build_type: string;
  readonly sha: string;
  readonly description: string;
  readonly change_set: string;
  readonly install_url: string | null;
  readonly created_at: Date;
}

export const describeBuild = (row: BuildColumns, metadata: Readonly<Record<string, string>>): Build => ({
  Id: row.build_id,
  GameId: row.game,
  BuildType: row.build_type,
  Sha: row.sha,
  Description: row.description,
  ChangeSet: row.change_set,
  CreatedAt: row.created_at.toISOString(),
  BuildNumber: row.build_number,
  Metadata: metadata,
  ...(row.install_url !== null && { InstallUrl: row.install_url }),
});
