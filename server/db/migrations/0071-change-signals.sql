-- compatible-with-previous: yes
-- Nodes keep games in memory. Each change signals its key to all nodes, whichever program writes it; the channel and its
-- format are in server/db/node-signals.ts.

-- Arguments: the topic, and the column with the key. Without a row (truncate) the key is empty: everything has changed.
create function signal_change() returns trigger language plpgsql as $$
declare
  key text;
begin
  if tg_level = 'STATEMENT' then
    perform pg_notify('fxid', tg_argv[0] || ':');
    return null;
  end if;
  if tg_op <> 'INSERT' then
    execute format('select ($1).%I::text', tg_argv[1]) using old into key;
    perform pg_notify('fxid', tg_argv[0] || ':' || key);
  end if;
  if tg_op <> 'DELETE' then
    execute format('select ($1).%I::text', tg_argv[1]) using new into key;
    perform pg_notify('fxid', tg_argv[0] || ':' || key);
  end if;
  return null;
end $$;

create trigger signal_change after insert or delete on games
  for each row execute function signal_change('game', 'game');
create trigger signal_update after update on games
  for each row when (old.* is distinct from new.*) execute function signal_change('game', 'game');
create trigger signal_truncate after truncate on games
  for each statement execute function signal_change('game');

create trigger signal_change after insert or delete on pictures
  for each row execute function signal_change('game', 'game');
create trigger signal_update after update on pictures
  for each row when (old.* is distinct from new.*) execute function signal_change('game', 'game');
create trigger signal_truncate after truncate on pictures
  for each statement execute function signal_change('game');

-- The job that counts plays writes every row; only those with other figures count as changed.
create trigger signal_change after insert or delete on game_popularity
  for each row execute function signal_change('game', 'game');
create trigger signal_update after update on game_popularity
  for each row when ((old.plays, old.players, old.recent_players) is distinct from (new.plays, new.players, new.recent_players))
  execute function signal_change('game', 'game');
create trigger signal_truncate after truncate on game_popularity
  for each statement execute function signal_change('game');
