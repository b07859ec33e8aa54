-- compatible-with-previous: yes
-- Requests for unknown addresses are counted too: they have no operator.
alter table operator_links alter column operator_id drop not null;

create index operator_links_by_network on operator_links (network, created_at);
