-- compatible-with-previous: yes
-- Leaderboards. Each period of a declared leaderboard (all time, a day, a week, a season) is a board with its own entries.

alter table accounts add column shares_scores boolean not null default true;

create table leaderboards (
  board_id bigint generated always as identity primary key,
  game text not null references games on delete cascade,
  -- The Id in the game's configuration.
  leaderboard text not null,
  -- `all`, `day 2026-11-18`, `week 2026-11-16` (a Monday) or `season <id>`.
  period text not null,
  -- A leaderboard whose order is changed starts again.
  is_ascending boolean not null,
  delete_after timestamptz,
  unique (game, leaderboard, period, is_ascending)
);
create index leaderboards_to_delete on leaderboards (delete_after) where delete_after is not null;

-- What holds for a player on all periods of a leaderboard.
create table leaderboard_players (
  account_id uuid not null references accounts on delete cascade,
  game text not null references games on delete cascade,
  leaderboard text not null,
  -- How many scores came from the game's page in this minute.
  minute timestamptz not null default '-infinity',
  submissions integer not null default 0,
  -- The latest ids that senders gave, so that a repeated submission counts once.
  submission_ids uuid[] not null default '{}',
  hidden_at timestamptz,
  primary key (account_id, game, leaderboard)
);
create index leaderboard_players_by_game on leaderboard_players (game);

create table leaderboard_entries (
  board_id bigint not null references leaderboards on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  score bigint not null,
  -- Lower is better; of equal keys the earlier is better.
  rank_key bigint not null,
  reached_at timestamptz not null,
  -- False for hidden entries and blocked accounts.
  is_listed boolean not null,
  primary key (board_id, account_id)
);
create index leaderboard_entries_by_rank on leaderboard_entries (board_id, rank_key, reached_at, account_id) where is_listed;
create index leaderboard_entries_by_account on leaderboard_entries (account_id);

-- The listed entries of a board, counted in ranges, so that a rank is a sum of counts instead of a count of entries. The
-- ranges of a board have no gaps. Only the functions below write this table.
create table leaderboard_ranges (
  board_id bigint not null references leaderboards on delete cascade,
  from_key bigint not null,
  from_time timestamptz not null,
  until_key bigint not null,
  until_time timestamptz not null,
  entries integer not null,
  primary key (board_id, from_key, from_time)
) with (fillfactor = 50);

create function add_first_leaderboard_range() returns trigger language plpgsql as $$
begin
  insert into leaderboard_ranges values
    (new.board_id, -9223372036854775808, '-infinity', 9223372036854775807, 'infinity', 0);
  return null;
end
$$;
create trigger add_first_range after insert on leaderboards for each row execute function add_first_leaderboard_range();

-- Splits a range of too many entries. The caller has changed the range, so no other transaction can change it until the
-- commit: all entries that this statement sees are counted in it. If another split or a rebuild is at work on the board,
-- the next change splits.
create function split_leaderboard_range(board bigint, range_key bigint, range_time timestamptz) returns void
language plpgsql as $$
declare
  old leaderboard_ranges;
  lower integer;
  all_entries integer;
  middle_key bigint;
  middle_time timestamptz;
begin
  perform from leaderboards where board_id = board for no key update skip locked;
  if not found then return; end if;
  select * into old from leaderboard_ranges
    where board_id = board and from_key = range_key and from_time = range_time;
  select count(*) into all_entries from leaderboard_entries
    where board_id = board and is_listed
      and (rank_key, reached_at) >= (old.from_key, old.from_time) and (rank_key, reached_at) < (old.until_key, old.until_time);
  select rank_key, reached_at into middle_key, middle_time from leaderboard_entries
    where board_id = board and is_listed
      and (rank_key, reached_at) >= (old.from_key, old.from_time) and (rank_key, reached_at) < (old.until_key, old.until_time)
    order by rank_key, reached_at offset all_entries / 2 limit 1;
  -- Entries with the same score and time stay together.
  if middle_key is null or (middle_key, middle_time) = (old.from_key, old.from_time) then return; end if;
  select count(*) into lower from leaderboard_entries
    where board_id = board and is_listed
      and (rank_key, reached_at) >= (old.from_key, old.from_time) and (rank_key, reached_at) < (middle_key, middle_time);
  update leaderboard_ranges set until_key = middle_key, until_time = middle_time, entries = lower
    where board_id = board and from_key = range_key and from_time = range_time;
  insert into leaderboard_ranges values
    (board, middle_key, middle_time, old.until_key, old.until_time, all_entries - lower);
end
$$;

create function change_leaderboard_range(board bigint, key bigint, at timestamptz, step integer) returns void
language plpgsql as $$
declare
  changed leaderboard_ranges;
begin
  for turn in 1..100 loop
    -- Checks the limits again if it waited for a transaction that has split the range. Then no row fits, and the next turn
    -- sees the new ranges.
    update leaderboard_ranges r set entries = r.entries + step
      where r.board_id = board
        and (r.from_key, r.from_time) = (
          select f.from_key, f.from_time from leaderboard_ranges f
          where f.board_id = board and (f.from_key, f.from_time) <= (key, at)
          order by f.from_key desc, f.from_time desc limit 1)
        and (key, at) < (r.until_key, r.until_time)
      returning * into changed;
    exit when found;
    -- The board itself is being deleted.
    perform from leaderboards where board_id = board;
    if not found then return; end if;
  end loop;
  if changed is null then raise 'No range of the leaderboard % fits.', board; end if;
  if step > 0 and changed.entries > 2000 then
    perform split_leaderboard_range(board, changed.from_key, changed.from_time);
  end if;
end
$$;

-- A statement must not write two entries of one board: a split would count the second twice.
create function count_leaderboard_entry() returns trigger language plpgsql as $$
declare
  leaves boolean := tg_op <> 'INSERT' and old.is_listed;
  enters boolean := tg_op <> 'DELETE' and new.is_listed;
begin
  if leaves and enters and (old.rank_key, old.reached_at) = (new.rank_key, new.reached_at) then return null; end if;
  -- Always the better place first, so that two players who change places can't wait for each other.
  if leaves and enters and (new.rank_key, new.reached_at) < (old.rank_key, old.reached_at) then
    perform change_leaderboard_range(new.board_id, new.rank_key, new.reached_at, 1);
    perform change_leaderboard_range(old.board_id, old.rank_key, old.reached_at, -1);
    return null;
  end if;
  if leaves then perform change_leaderboard_range(old.board_id, old.rank_key, old.reached_at, -1); end if;
  if enters then perform change_leaderboard_range(new.board_id, new.rank_key, new.reached_at, 1); end if;
  return null;
end
$$;
create trigger count_entry after insert or delete or update of rank_key, reached_at, is_listed on leaderboard_entries
  for each row execute function count_leaderboard_entry();

-- Joins neighbouring ranges of few entries. Ranges are only ever split elsewhere, so as players improve, those that they
-- leave become empty.
create function merge_leaderboard_ranges(board bigint) returns void language plpgsql as $$
declare
  range leaderboard_ranges;
  kept leaderboard_ranges;
begin
  perform from leaderboards where board_id = board for no key update;
  for range in
    select * from leaderboard_ranges where board_id = board order by from_key, from_time for update
  loop
    if kept is not null and kept.entries + range.entries <= 1000 then
      delete from leaderboard_ranges
        where board_id = board and from_key = range.from_key and from_time = range.from_time;
      update leaderboard_ranges
        set until_key = range.until_key, until_time = range.until_time, entries = kept.entries + range.entries
        where board_id = board and from_key = kept.from_key and from_time = kept.from_time
        returning * into kept;
    else
      kept := range;
    end if;
  end loop;
end
$$;

-- Blocked accounts are not listed.
create function list_leaderboard_entries_of_account() returns trigger language plpgsql as $$
begin
  update leaderboard_entries e set is_listed = new.blocked_at is null and not exists (
    select from leaderboards b join leaderboard_players p on p.game = b.game and p.leaderboard = b.leaderboard
    where b.board_id = e.board_id and p.account_id = new.account_id and p.hidden_at is not null)
  where e.account_id = new.account_id;
  return null;
end
$$;
create trigger list_leaderboard_entries after update of blocked_at on accounts for each row
  when ((old.blocked_at is null) <> (new.blocked_at is null)) execute function list_leaderboard_entries_of_account();
