-- Challenges of our own robot check that were solved and used: each is good once, on whichever node. They go when their time is over.
create table spent_challenges (
  challenge_id text primary key,
  expires_at timestamptz not null
);
create index spent_challenges_by_end on spent_challenges (expires_at);
