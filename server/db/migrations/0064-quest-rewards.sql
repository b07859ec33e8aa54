-- compatible-with-previous: yes
-- Quests can have a reward. The reward game's server gets it as a delivery, like a purchase, but without an order.

alter table quests
  -- Whose reports count: `page` also counts the game in the player's browser, `server` only the game's server.
  add column reported_by text not null default 'page' check (reported_by in ('page', 'server')),
  -- {"game", "products": [{"sku", "count"}]}; absent: no reward.
  add column reward jsonb;

-- One reward per player and quest, whatever happens to the quest's goal afterwards.
create table quest_rewards (
  account_id uuid not null references accounts on delete cascade,
  quest_id uuid not null references quests on delete cascade,
  game text not null references games on delete cascade,
  products jsonb not null,
  -- Absent: the player doesn't play the reward's game yet.
  delivery_id uuid unique references deliveries on delete restrict,
  created_at timestamptz not null default now(),
  primary key (account_id, quest_id)
);
create index quest_rewards_by_quest on quest_rewards (quest_id);
create index quest_rewards_by_game on quest_rewards (game);
create index quest_rewards_waiting on quest_rewards (created_at) where delivery_id is null;

alter table deliveries
  alter column order_id drop not null,
  drop constraint deliveries_type_check;
-- Not validated: older rows have an order and one of the first two types.
alter table deliveries add constraint deliveries_type_check
  check (type in ('order.paid', 'order.revoked', 'quest.reward') and (order_id is null) = (type = 'quest.reward')) not valid;

-- How many identities a game's server has looked up on a day.
create table account_lookups (
  game text primary key references games on delete cascade,
  day date not null,
  lookups integer not null
);
