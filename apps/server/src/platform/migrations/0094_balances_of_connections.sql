-- What an account holds is said by a file or an API, and goes with it: a balance belongs to its connection. Nothing wrote any before.
drop table reported_balances;
create table reported_balances (
  user_id uuid not null,
  connection_id uuid not null,
  asset_id text not null,
  -- A part of the account that has a balance of its own, such as coins that are staked.
  part text not null,
  at timestamptz(3) not null,
  quantity amount not null,
  primary key (user_id, connection_id, asset_id, part),
  foreign key (user_id, connection_id) references connections (user_id, id)
);

select guard_customer_tables();
