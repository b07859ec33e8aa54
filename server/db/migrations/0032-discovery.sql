-- compatible-with-previous: yes
-- How players find games: by name in any language with a slip of the pen, by kind, by age and by how much they are played.
--
-- Trigrams are made here and not by pg_trgm: it goes by the C type of the database, and in one that is C, as in the database
-- that comes along, it sees no letter outside of English. These see every script alike, and need nothing to be installed.

alter table games add column released_at timestamptz;
update games set released_at = coalesce((select min(created_at) from builds where builds.game = games.game), updated_at)
where published;

-- Starts of play, of which those within a few minutes are one. Zero in rows from before that know when it was played: one.
alter table connected_games add column plays integer not null default 0;

-- What a name is compared by: without case and accents, and one letter for those that keyboards mix up.
create function fold_name(given text) returns text language sql immutable parallel safe as $$
  select translate(lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')), 'ıłøđєґيك', 'ilodегیک')
$$;

-- Every three letters in a row of each word, with two spaces before it and one behind.
create function name_grams(folded text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(padded, at, 3)), '{}')
  from regexp_split_to_table(folded, '[\s!-/:-@\[-`{-~\u2000-\u206f\u3000-\u303f]+') as word
  cross join lateral (select '  ' || word || ' ' as padded) as each
  cross join lateral generate_series(1, char_length(padded) - 2) as at
  where word <> ''
$$;

-- The names of a game in all languages, its genre and its tags, each as it is searched.
create table game_names (
  game text not null references games on delete cascade,
  name text not null,
  grams text[] not null,
  primary key (game, name)
);
create index game_names_by_gram on game_names using gin (grams);

create table game_kinds (
  game text primary key references games on delete cascade,
  genre text not null,
  tags text[] not null,
  orientation text not null,
  titles jsonb not null
);

-- Counted once an hour from connected_games, so that no page has to.
create table game_popularity (
  game text primary key references games on delete cascade,
  plays bigint not null,
  players integer not null,
  -- Of those, who played within the last thirty days.
  recent_players integer not null,
  counted_at timestamptz not null default now()
);

-- Games are written in several ways (a command, a document, content that is pushed): what is found by follows here.
create function follow_game() returns trigger language plpgsql as $$
declare
  page jsonb := coalesce(new.config -> 'StorePage', '{}');
  titles jsonb := case when jsonb_typeof(page -> 'Title') = 'object' then page -> 'Title' else '{}' end;
  own_tags text[] := case when jsonb_typeof(page -> 'Tags') = 'array'
    then array(select jsonb_array_elements_text(page -> 'Tags')) else '{}' end;
begin
  insert into game_kinds (game, genre, tags, orientation, titles)
  values (new.game, coalesce(page ->> 'Genre', ''), own_tags,
    coalesce(new.config ->> 'GameOrientation', 'Unspecified'), titles)
  on conflict (game) do update set
    genre = excluded.genre, tags = excluded.tags, orientation = excluded.orientation, titles = excluded.titles;
  delete from game_names where game = new.game;
  insert into game_names (game, name, grams)
  select new.game, folded, name_grams(folded)
  from (
    select distinct fold_name(given) as folded
    from (
      select value as given from jsonb_each_text(titles)
      union all select coalesce(page ->> 'Genre', '')
      union all select unnest(own_tags)
      union all select replace(new.game, '-', ' ')
    ) as all_names
  ) as names
  where folded <> '';
  return null;
end $$;

create function mark_release() returns trigger language plpgsql as $$
begin
  if new.published and new.released_at is null then new.released_at := now(); end if;
  return new;
end $$;

create trigger games_followed after insert or update of config on games
  for each row execute function follow_game();
create trigger games_released before insert or update of published on games
  for each row execute function mark_release();

-- Those that are there already.
update games set config = config;
