// A part of `personal-data-classes.ts`.
export const crossPlayDataClasses = {
  in_game_events: {
    account_id: 'id',
    event_id: 'none',
    game: 'personal',
    code: 'personal',
    value: 'personal',
    p1: 'personal',
    p2: 'personal',
    p3: 'personal',
    created_at: 'personal',
  },
  quest_rewards: {
    account_id: 'id',
    quest_id: 'personal',
    game: 'personal',
    products: 'personal',
    delivery_id: 'none',
    created_at: 'personal',
  },
  player_achievements: {
    account_id: 'id',
    game: 'personal',
    code: 'personal',
    progress: 'personal',
    unlocked_at: 'personal',
    updated_at: 'personal',
  },
  quest_progress: { account_id: 'id', quest_id: 'personal', progress: 'personal', updated_at: 'personal' },
} as const;
