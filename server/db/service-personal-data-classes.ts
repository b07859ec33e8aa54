// The classes of the tables in service-tables.ts.
export const servicePersonalDataClasses = {
  service_connections: {
    account_id: 'id',
    game: 'personal',
    service: 'personal',
    external_id: 'personal',
    name: 'personal',
    sealed: 'secret',
    busy_until: 'none',
    updated_at: 'personal',
  },
  player_acts: {
    act_id: 'none',
    account_id: 'id',
    act: 'personal',
    detail: 'personal',
    operator: 'none',
    acted_at: 'personal',
  },
} as const;
