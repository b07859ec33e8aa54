-- compatible-with-previous: yes
alter table push_broadcasts
  -- When it is sent; absent: when it was written.
  add column send_at timestamptz,
  add column cancelled_at timestamptz,
  -- The operator; absent: a game's server.
  add column author text;
