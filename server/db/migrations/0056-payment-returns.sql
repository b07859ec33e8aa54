-- compatible-with-previous: yes
-- Some payments may be charged only after the buyer has come back from the provider's page: Steam asks that a purchase
-- is abandoned otherwise, even if it was approved. True: the buyer is not back yet. False: they are. Null: not needed.
alter table payment_attempts add column awaits_return boolean;
