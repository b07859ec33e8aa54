-- What players think of games: reviews and favourites; and the words that players of a game should not have to read.

create table reviews (
  account_id uuid not null references accounts on delete cascade,
  game text not null references games on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, game)
);
create index reviews_by_game on reviews (game, updated_at desc);

-- When a game last had its player asked for a review.
create table review_requests (
  account_id uuid not null references accounts on delete cascade,
  game text not null references games on delete cascade,
  asked_at timestamptz not null default now(),
  primary key (account_id, game)
);
create index review_requests_by_age on review_requests (asked_at);
create index review_requests_by_game on review_requests (game);

-- The sums over all reviews of a game, so that nobody has to add them up to show a rating.
create table game_ratings (
  game text primary key references games on delete cascade,
  review_count integer not null check (review_count >= 0),
  star_sum integer not null check (star_sum between review_count and 5 * review_count)
);

-- Reviews come, change and go in several ways (a player, a merge and its undoing, an erasure): the sums follow here, in the
-- same transaction, whoever it was. The rows of several games are always locked in the same order.
create function follow_reviews() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into game_ratings (game, review_count, star_sum)
    select game, count(*), sum(rating) from added group by game order by game
    on conflict (game) do update set
      review_count = game_ratings.review_count + excluded.review_count,
      star_sum = game_ratings.star_sum + excluded.star_sum;
  elsif tg_op = 'DELETE' then
    perform from game_ratings where game in (select game from removed) order by game for update;
    update game_ratings g set review_count = g.review_count - r.review_count, star_sum = g.star_sum - r.star_sum
    from (select game, count(*) as review_count, sum(rating) as star_sum from removed group by game) r
    where g.game = r.game;
  else
    -- A review that only gets another owner changes no sum, and locks none.
    update game_ratings g set star_sum = g.star_sum + c.star_sum
    from (
      select game, sum(rating) as star_sum
      from (select game, rating from added union all select game, -rating from removed) both_states
      group by game having sum(rating) <> 0
    ) c
    where g.game = c.game;
  end if;
  return null;
end $$;

create trigger reviews_added after insert on reviews
  referencing new table as added for each statement execute function follow_reviews();
create trigger reviews_removed after delete on reviews
  referencing old table as removed for each statement execute function follow_reviews();
create trigger reviews_changed after update on reviews
  referencing old table as removed new table as added for each statement execute function follow_reviews();

create table favorites (
  account_id uuid not null references accounts on delete cascade,
  game text not null references games on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, game)
);
create index favorites_by_game on favorites (game);

create table word_lists (
  -- Absent: the list of the portal, which holds for every game.
  game text references games on delete cascade,
  words text[] not null,
  updated_at timestamptz not null default now(),
  unique nulls not distinct (game)
);
