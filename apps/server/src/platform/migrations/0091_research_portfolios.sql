-- Portfolios that a customer makes up in Labs: assets with quantities that nobody holds. No calculation reads them.
create table research_portfolios (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz(3) not null,
  -- A deleted one can be brought back.
  deleted_at timestamptz(3),
  primary key (user_id, id)
);

create table research_assets (
  user_id uuid not null,
  portfolio_id uuid not null,
  asset_id text not null,
  quantity numeric not null check (quantity > 0),
  added_at timestamptz(3) not null,
  primary key (user_id, portfolio_id, asset_id),
  foreign key (user_id, portfolio_id) references research_portfolios (user_id, id)
);

select guard_customer_tables();
