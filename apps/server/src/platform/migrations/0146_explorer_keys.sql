-- A key of the customer's own for an explorer: one of each explorer, for all of their addresses. It opens no connection of its own.
alter table credentials alter column connection_id drop not null;
alter table credentials add column explorer text check (length(explorer) between 1 and 40);
-- Since when the explorer does not accept it: it is not sent again.
alter table credentials add column refused_at timestamptz(3);
alter table credentials add constraint credentials_of_one check (num_nonnulls(connection_id, explorer) = 1);
create unique index credentials_explorer on credentials (user_id, explorer) where explorer is not null;
