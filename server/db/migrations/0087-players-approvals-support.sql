-- compatible-with-previous: yes
-- A block may end by itself, and says why. The end is exact for sign-ins; a job clears the rest within a minute.
alter table accounts add column blocked_until timestamptz, add column blocked_because text;

create or replace function refuse_blocked_account() returns trigger language plpgsql as $$
declare
  until timestamptz;
begin
  select blocked_until into until from accounts
  where account_id = new.account_id and blocked_at is not null and (blocked_until is null or blocked_until > now());
  if found then
    raise exception 'The account is blocked.' using errcode = 'FX001', detail = new.account_id::text,
      hint = coalesce(to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '');
  end if;
  return null;
end $$;

-- The previous release knows no end, so unblocking clears it here.
create function clear_end_of_block() returns trigger language plpgsql as $$
begin
  new.blocked_until := null;
  new.blocked_because := null;
  return new;
end $$;
create trigger blocks_end before update of blocked_at on accounts
  for each row when (new.blocked_at is null and old.blocked_at is not null) execute function clear_end_of_block();

-- What operators did to accounts is in the audit log from now on. The table stays for the previous release.
insert into audit_log (at, actor_kind, actor_name, action, object_kind, object_id, after)
select acted_at, 'command', operator, 'players ' || act, 'player', account_id::text,
  case when detail <> '' then jsonb_build_object('Detail', detail) end
from player_acts order by act_id;
create index audit_log_by_request on audit_log (request_id) where request_id is not null;

-- The console finds games by their exact name.
create index game_names_by_name on game_names (name);

-- Calls that wait for a second operator.
create table approvals (
  approval_id uuid primary key,
  -- Such as `operatorPlayers.erase`.
  call text not null,
  permission text not null,
  input jsonb not null,
  object_kind text not null,
  object_id text not null,
  game text,
  -- What the object was like, for the call to compare: an approval of something else is refused.
  state text not null,
  reason text not null,
  requested_by_kind text not null check (requested_by_kind in ('operator', 'key')),
  requested_by text not null,
  requested_by_name text not null,
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  outcome text check (outcome in ('approved', 'rejected', 'withdrawn')),
  -- Which execution of the call has used the approval.
  execution_id uuid,
  decided_by text,
  decided_by_name text,
  decided_at timestamptz,
  decision_reason text,
  check ((outcome is null) = (decided_at is null))
);
create index approvals_open on approvals (requested_at desc) where outcome is null;
create index approvals_by_time on approvals (requested_at desc, approval_id desc);

-- Support: who works on a ticket, and what only operators read.
alter table support_messages add column assigned_to uuid references operators;
create table support_notes (
  note_id bigint generated always as identity primary key,
  ticket_id text not null references support_messages on delete cascade,
  author text not null,
  note text not null,
  created_at timestamptz not null default now()
);
create index support_notes_by_ticket on support_notes (ticket_id, note_id);
create table saved_replies (
  reply_id uuid primary key,
  title text not null,
  message text not null,
  updated_by text not null,
  updated_at timestamptz not null default now()
);

-- A hidden review doesn't count in the rating of its game.
alter table reviews add column hidden_at timestamptz;
create or replace function follow_reviews() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into game_ratings (game, review_count, star_sum)
    select game, count(*) filter (where hidden_at is null), coalesce(sum(rating) filter (where hidden_at is null), 0)
    from added group by game order by game
    on conflict (game) do update set
      review_count = game_ratings.review_count + excluded.review_count,
      star_sum = game_ratings.star_sum + excluded.star_sum;
  elsif tg_op = 'DELETE' then
    perform from game_ratings where game in (select game from removed where hidden_at is null) order by game for update;
    update game_ratings g set review_count = g.review_count - r.review_count, star_sum = g.star_sum - r.star_sum
    from (
      select game, count(*) as review_count, sum(rating) as star_sum from removed where hidden_at is null group by game
    ) r
    where g.game = r.game;
  else
    -- A review that only gets another owner changes no sum, and locks none.
    update game_ratings g set review_count = g.review_count + c.review_count, star_sum = g.star_sum + c.star_sum
    from (
      select game, sum(reviews) as review_count, sum(rating) as star_sum
      from (
        select game, 1 as reviews, rating::integer from added where hidden_at is null
        union all select game, -1, -rating from removed where hidden_at is null
      ) both_states
      group by game having sum(rating) <> 0 or sum(reviews) <> 0
    ) c
    where g.game = c.game;
  end if;
  return null;
end $$;
