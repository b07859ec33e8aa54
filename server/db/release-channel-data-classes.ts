/** The part of `personalDataClasses` about keys of branches and downloads. */
export const releaseChannelDataClasses = {
  branch_keys: {
    key_hash: 'secret',
    game: 'personal',
    branch: 'personal',
    created_at: 'none',
    expires_at: 'none',
    account_id: 'id',
    used_at: 'personal',
  },
  downloads: {
    download_id: 'id',
    build_id: 'id',
    account_id: 'id',
    created_at: 'personal',
    expires_at: 'none',
    started_at: 'personal',
    sent_bytes: 'personal',
    finished_at: 'personal',
    outcome: 'personal',
  },
} as const;
