-- The balances that a connection has stated over time: of a ledger the running balance, of a provider that states what is held the balance
-- of each fetch. A row has all points of an asset and part as JSON, [[milliseconds, "quantity"], …] in the order of time: a long ledger
-- has as many as rows, and they are read together or not at all.
create table balance_series (
  user_id uuid not null,
  connection_id uuid not null,
  asset_id text not null,
  part text not null,
  points text not null,
  primary key (user_id, connection_id, asset_id, part),
  foreign key (user_id, connection_id) references connections (user_id, id)
);

insert into balance_series (user_id, connection_id, asset_id, part, points)
select user_id, connection_id, asset_id, part,
  format('[[%s,"%s"]]', floor(extract(epoch from at) * 1000)::bigint, trim_scale(quantity))
from reported_balances;

select guard_customer_tables();
