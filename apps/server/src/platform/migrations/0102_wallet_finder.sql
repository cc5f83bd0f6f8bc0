-- Addresses that coins of a connection's history went to or came from, as its records name them.
create table counterparties (
  user_id uuid not null,
  connection_id uuid not null,
  -- Slug of the chain in the catalogue.
  chain text not null,
  address text not null,
  tx_hash text not null,
  primary key (user_id, connection_id, chain, address, tx_hash),
  foreign key (user_id, connection_id) references connections (user_id, id)
);
create index on counterparties (user_id, chain, address);

-- Addresses that the customer said are not theirs; the wallet finder does not suggest them again.
create table dismissed_wallets (
  user_id uuid not null,
  chain text not null,
  address text not null,
  dismissed_at timestamptz(3) not null,
  primary key (user_id, chain, address)
);

select guard_customer_tables();
