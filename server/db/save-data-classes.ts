// A part of `personal-data-classes.ts`.
export const saveDataClasses = {
  saves: {
    save_id: 'none',
    account_id: 'id',
    game: 'personal',
    revision: 'none',
    keys: 'personal',
    bytes: 'none',
    device: 'personal',
    device_id: 'personal',
    summary: 'personal',
    origin: 'personal',
    write_id: 'none',
    started_at: 'personal',
    updated_at: 'personal',
    is_copy: 'personal',
    resolved_at: 'personal',
  },
  // Exported by `readSaveRevisions`, because the account is in `saves`.
  save_revisions: {
    save_id: 'none',
    revision: 'none',
    keys: 'personal',
    bytes: 'none',
    device: 'personal',
    summary: 'personal',
    origin: 'personal',
    write_id: 'none',
    updated_at: 'personal',
    kept_at: 'personal',
  },
} as const;
