-- compatible-with-previous: yes
-- Purchases that a game's page receives, for games without a server: the page acknowledges the delivery, and consumes
-- its products one by one.
alter table deliveries drop constraint deliveries_acknowledged_by_check;
-- Not validated: older rows have one of the first two.
alter table deliveries add constraint deliveries_acknowledged_by_check
  check (acknowledged_by in ('webhook', 'pull', 'page')) not valid;

create table consumed_purchases (
  delivery_id uuid not null references deliveries on delete cascade,
  -- Which product of the delivery, from 0.
  product_index integer not null check (product_index >= 0),
  consumed_at timestamptz not null default now(),
  primary key (delivery_id, product_index)
);
