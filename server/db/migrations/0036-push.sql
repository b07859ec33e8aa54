-- compatible-with-previous: yes
-- Push messages that are sent: keys, what players want to hear, when they want to be left alone, and what was sent.

-- Pairs that a browser's subscription belongs to (VAPID). The newest one subscribes; older ones still send.
create table push_keys (
  public_key text primary key,
  sealed bytea not null,
  created_at timestamptz not null default clock_timestamp()
);

-- Hours of the day in the player's time zone; the same hour twice: none.
alter table accounts
  add column time_zone text,
  add column quiet_from smallint not null default 22 check (quiet_from between 0 and 23),
  add column quiet_until smallint not null default 8 check (quiet_until between 0 and 23);

-- A topic is a game, or what the portal itself tells: @friends, @support, @news. Those of games are off and those of the portal on
-- until a player says otherwise.
create table push_topics (
  account_id uuid not null references accounts on delete cascade,
  topic text not null,
  is_on boolean not null,
  updated_at timestamptz not null default now(),
  primary key (account_id, topic)
);
insert into push_topics (account_id, topic, is_on) select distinct account_id, game, true from push_subscriptions;

-- A subscription is a browser's, whatever it was made for. `game` is only what the release before still writes.
delete from push_subscriptions older using push_subscriptions newer
  where newer.account_id = older.account_id and newer.endpoint_hash = older.endpoint_hash
    and (newer.updated_at, newer.game) > (older.updated_at, older.game);
alter table push_subscriptions drop constraint push_subscriptions_pkey;
alter table push_subscriptions alter column game drop not null;
update push_subscriptions set game = null;
create unique index push_subscriptions_one on push_subscriptions (account_id, game, endpoint_hash) nulls not distinct;
alter table push_subscriptions
  add column public_key text,
  -- Whoever signs out there is told nothing there any more.
  add column session_id uuid,
  add column failures integer not null default 0,
  add column failing_since timestamptz;
create index push_subscriptions_by_session on push_subscriptions (session_id) where session_id is not null;

create function add_topic_of_subscription() returns trigger language plpgsql as $$
begin
  insert into push_topics (account_id, topic, is_on) values (new.account_id, new.game, true) on conflict do nothing;
  return new;
end $$;
create trigger push_subscriptions_add_topic after insert on push_subscriptions
  for each row when (new.game is not null) execute function add_topic_of_subscription();

create function forget_subscriptions_of_session() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.session_id;
  return new;
end $$;
create trigger sessions_forget_subscriptions after update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function forget_subscriptions_of_session();

create table push_broadcasts (
  broadcast_id uuid primary key,
  -- The game whose message it is; absent: the portal's.
  game text references games on delete cascade,
  titles jsonb not null,
  bodies jsonb not null,
  url text not null,
  is_marketing boolean not null,
  ttl_seconds integer not null,
  created_at timestamptz not null default now(),
  -- Accounts are gone through in the order of their ids: those up to this one have been.
  reached_account uuid,
  recipients integer not null default 0,
  finished_at timestamptz
);

create table push_messages (
  message_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  broadcast_id uuid references push_broadcasts on delete cascade,
  topic text not null,
  is_marketing boolean not null,
  title text not null,
  body text not null,
  url text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Absent: it waits.
  outcome text check (outcome in ('sent', 'unwanted', 'expired', 'no browser')),
  unique (broadcast_id, account_id)
);
create index push_messages_by_account on push_messages (account_id, created_at desc);
create index push_messages_by_age on push_messages (created_at);
