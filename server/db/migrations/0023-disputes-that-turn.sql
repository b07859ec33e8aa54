-- compatible-with-previous: yes
-- A dispute of which both ends were told, `dispute turned`: which of them counts today only the provider's pages say.
alter table payment_differences drop constraint payment_differences_kind_check;
alter table payment_differences add constraint payment_differences_kind_check check (
  kind in (
    'heard late', 'no order', 'does not fit', 'other amount', 'not there', 'other price', 'not sold', 'dispute turned'
  )
);
