-- compatible-with-previous: yes
-- What platforms have proved and what counts once: nonces, tickets, tokens, by their hash, on whichever node they come by first.
-- They go when their time is over.
create table spent_proofs (
  platform text not null,
  proof_hash bytea not null,
  expires_at timestamptz not null,
  primary key (platform, proof_hash)
);
create index spent_proofs_by_end on spent_proofs (expires_at);
