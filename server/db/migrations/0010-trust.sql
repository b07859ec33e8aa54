-- compatible-with-previous: no
-- The version before knows no scopes: its nodes would let in whom this keeps out.
--
-- Who may speak for a player. An identity is known in a scope: the portal's, or that of the one game whose key, bot or app has
-- vouched for it. A proof finds accounts in its own scope and in no other.

alter table social_identities
  add column identity_id uuid not null default gen_random_uuid(),
  -- Set: it was proved by this game, or by an app of this game, and is known there alone; absent: the portal's.
  add column game text references games on delete cascade,
  -- Not set: it finds nobody, until it is proved in a session of the account.
  add column confirmed boolean not null default true;
alter table social_identities drop constraint social_identities_pkey, add primary key (identity_id);
create unique index social_identities_proved on social_identities (type, external_id, game) nulls not distinct where confirmed;
create index social_identities_by_game on social_identities (game) where game is not null;

alter table adapter_settings
  -- Whether what the adapter proves with these settings counts for the portal or for one game.
  add column trust text not null default 'portal' check (trust in ('portal', 'game'));
update adapter_settings set trust = 'game' where game is not null;

alter table sessions
  alter column expires_at set default now() + interval '90 days',
  -- It was handed on by a one-time token and proves nothing by itself.
  add column handed boolean not null default false,
  -- When its owner has proved who he is at the portal's own door.
  add column proved_at timestamptz,
  -- By which identity it began.
  add column identity_id uuid;
update sessions set handed = true where begun_by = 'TempToken';

alter table connected_games
  -- Whether the player has agreed that this game learns his address.
  add column email_shared boolean not null default false;

-- A proof that waits was made by the rules from before.
delete from kept_proofs;
alter table kept_proofs
  drop column identities,
  -- What was proved: one identity, and in whose scope.
  add column type text not null,
  add column external_id text not null,
  add column scope_game text references games on delete cascade,
  -- The identity by which a guest was signed in who may be merged: only this one will still sign in.
  add column guest_identity_id uuid;

-- Ways to sign in that came or went. Whoever holds the address can undo it for a while: the token stands in the mail.
create table identity_changes (
  change_id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  change text not null check (change in ('added', 'removed', 'confirmed')),
  identity_id uuid not null,
  type text not null,
  external_id text not null,
  game text references games on delete cascade,
  -- The address of the account before it was taken off with its identity.
  email text,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  undone_at timestamptz
);
create index identity_changes_by_account on identity_changes (account_id);
create index identity_changes_by_age on identity_changes (expires_at);

-- The identities that are there already get the scope in which they were proved.
--
-- An aggregator's own id of a user proves nothing besides the provider's subject, which stands in a row of its own.
update social_identities set confirmed = false where type = 'Firebase';

-- Types that an adapter proves with settings, which may be a game's own, and types that nobody but a game vouches for.
create temporary table proving on commit drop as
select * from (values
  ('Telegram', 'platforms', 'telegram'), ('Vkontakte', 'platforms', 'vkontaktecom'), ('Vkontakte', 'identities', 'vkid'),
  ('YandexGames', 'platforms', 'yandexgames'), ('MyGames', 'identities', 'mygames'), ('Egs', 'identities', 'egs'),
  ('Google', 'identities', 'firebase'), ('Apple', 'identities', 'firebase'), ('Facebook', 'identities', 'firebase')
) as proving (type, family, adapter);

-- How each was proved, as far as it can still be seen. A whole session that began by it: at the portal's door, unless the
-- settings were a game's own. A session of one game that began by it: by that game's word or its own app. Without a session:
-- guests were made by games, everybody else proved it himself.
create temporary table scoped on commit drop as
with evidence as (
  select i.identity_id, i.type, i.external_id, i.account_id, a.guest,
    exists (select from sessions s where s.account_id = i.account_id and s.begun_by = i.type and s.game is null) as whole,
    exists (select from sessions s where s.account_id = i.account_id and s.begun_by = i.type and s.game is not null) as bound,
    i.type in ('Email', 'Firebase') as own_door,
    exists (select from proving p where p.type = i.type) as has_adapter,
    exists (
      select from proving p join adapter_settings t on t.family = p.family and t.adapter = p.adapter and t.game is null
      where p.type = i.type
    ) as set_for_portal,
    exists (
      select from proving p join adapter_settings t on t.family = p.family and t.adapter = p.adapter and t.game is not null
      where p.type = i.type
    ) as set_for_game
  from social_identities i join accounts a using (account_id)
)
select e.*,
  case
    when own_door then true
    -- Nobody but games has ever vouched for such a type, or for a guest whom no platform has signed in.
    when not has_adapter and not whole then false
    when guest and not whole then false
    when set_for_game and not set_for_portal then false
    else whole or not bound
  end as of_portal
from evidence e;

-- The games in whose scope an identity is known: those that have vouched for it, and those whose own app proves it.
create temporary table of_game on commit drop as
select distinct e.identity_id, e.type, e.external_id, e.account_id, g.game
from scoped e
cross join lateral (
  select s.game from sessions s where s.account_id = e.account_id and s.begun_by = e.type and s.game is not null
  union
  select c.game from connected_games c
  where c.account_id = e.account_id and (
    exists (
      select from proving p join adapter_settings t on t.family = p.family and t.adapter = p.adapter and t.game = c.game
      where p.type = e.type
    )
    or not e.of_portal
  )
) g
where not e.own_door;

insert into social_identities (type, external_id, account_id, game, created_at, last_used_at)
select g.type, g.external_id, g.account_id, g.game, i.created_at, i.last_used_at
from of_game g join social_identities i using (identity_id);

-- Of an identity that was never proved at the portal's door the rows of its games stay, and where there are none it waits.
delete from social_identities i using scoped e
where i.identity_id = e.identity_id and not e.of_portal
  and exists (select from of_game g where g.identity_id = i.identity_id);
update social_identities i set confirmed = false from scoped e
where i.identity_id = e.identity_id and not e.of_portal;

-- Sessions that began by an identity which now counts for one game were whole ones. Platforms prove their players at every
-- start, so they only begin anew.
update sessions s set revoked_at = now()
where s.game is null and s.revoked_at is null
  and exists (select from scoped e where e.account_id = s.account_id and e.type = s.begun_by and not e.of_portal);

drop table proving, scoped, of_game;
