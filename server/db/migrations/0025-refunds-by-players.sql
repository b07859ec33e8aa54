-- compatible-with-previous: yes
-- Within which rule players may send purchases of a game back themselves; null: not at all.
alter table games add column refund_rule jsonb;
-- A refund that the player has asked for within that rule.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (
  reason in ('extra', 'undone', 'undeliverable', 'operator', 'player')
);
