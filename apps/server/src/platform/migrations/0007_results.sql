-- Results: calculations and the rows they are made of. Result rows carry no foreign keys: they are written by
-- COPY, whole, under the fence of their calculation, and millions of per-row checks would cost more than the copy.

create table traces (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  tax_year tax_year not null,
  wizard_name text not null,
  trace_name text not null,
  completed_trace_name text,
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  primary key (user_id, id)
);
create unique index traces_one_open on traces (user_id, tax_year) where closed_at is null;

create table calculations (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  trace_id uuid,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  stage text not null default 'queued',
  done bigint not null default 0,
  total bigint,
  fence bigint not null default 0,
  attempts integer not null default 0,
  journal_version bigint not null,
  settings jsonb not null,
  engine_version text,
  rules_version text,
  input_hash bytea,
  result_hash bytea,
  manifest jsonb,
  totals jsonb,
  reason_code text,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  archive bytea,
  primary key (user_id, id),
  foreign key (user_id, trace_id) references traces (user_id, id)
);
create unique index calculations_one_running on calculations (user_id) where state in ('queued', 'running');
create index on calculations (user_id, created_at);

create table disposals (
  user_id uuid not null,
  calculation_id uuid not null,
  n integer not null,
  tax_year integer not null,
  transaction_id uuid not null,
  kind text not null,
  asset_id text not null,
  account_id uuid not null,
  lot_transaction_id uuid,
  quantity amount not null,
  acquired date,
  disposed date not null,
  proceeds money_value not null,
  basis money_value not null,
  gain money_value not null,
  term text not null check (term in ('short', 'long')),
  box text not null,
  price_id uuid,
  primary key (user_id, calculation_id, n),
  check (gain = proceeds - basis)
);
create index on disposals (user_id, calculation_id, tax_year, n);
create index on disposals (user_id, transaction_id);

create table incomes (
  user_id uuid not null,
  calculation_id uuid not null,
  n integer not null,
  tax_year integer not null,
  transaction_id uuid not null,
  category text not null,
  asset_id text not null,
  account_id uuid not null,
  quantity amount not null,
  date date not null,
  value money_value not null,
  price_id uuid,
  primary key (user_id, calculation_id, n)
);
create index on incomes (user_id, calculation_id, tax_year, n);

create table removals (
  user_id uuid not null,
  calculation_id uuid not null,
  n integer not null,
  tax_year integer not null,
  transaction_id uuid not null,
  kind text not null,
  asset_id text not null,
  account_id uuid not null,
  lot_transaction_id uuid,
  quantity amount not null,
  acquired date,
  date date not null,
  basis money_value,
  value money_value,
  term text check (term in ('short', 'long')),
  deduction money_value,
  price_id uuid,
  primary key (user_id, calculation_id, n)
);
create index on removals (user_id, calculation_id, tax_year, n);

create table lots (
  user_id uuid not null,
  calculation_id uuid not null,
  n integer not null,
  lot_transaction_id uuid,
  asset_id text not null,
  account_id uuid,
  quantity amount not null,
  basis money_value not null,
  acquired date,
  loss_basis money_value,
  loss_acquired date,
  primary key (user_id, calculation_id, n)
);
create index on lots (user_id, calculation_id, asset_id);

create table lot_checkpoints (
  user_id uuid not null,
  calculation_id uuid not null,
  tax_year integer not null,
  packed bytea not null,
  primary key (user_id, calculation_id, tax_year)
);

create table projections (
  user_id uuid not null,
  chunk integer not null,
  journal_version bigint not null,
  first_at timestamptz(3),
  last_at timestamptz(3),
  packed bytea not null,
  primary key (user_id, chunk)
);

create table tax_years (
  user_id uuid not null references customers (user_id),
  tax_year tax_year not null,
  state text not null default 'open' check (state in ('open', 'filed')),
  calculation_id uuid,
  filed_at timestamptz(3),
  confirmation text,
  carryover_short money_value,
  carryover_long money_value,
  primary key (user_id, tax_year),
  foreign key (user_id, calculation_id) references calculations (user_id, id),
  check (state = 'open' or calculation_id is not null)
);

create table exports (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  kind text not null,
  tax_year integer,
  calculation_id uuid,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  fence bigint not null default 0,
  attempts integer not null default 0,
  reason_code text,
  file_name text,
  sealed bytea,
  sha256 bytea,
  rows bigint,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  primary key (user_id, id),
  foreign key (user_id, calculation_id) references calculations (user_id, id)
);
alter table exports alter column sealed set storage external;

create table purchases (
  user_id uuid not null,
  id uuid not null,
  tax_year tax_year not null,
  plan_id text not null,
  price_cents integer not null check (price_cents >= 0),
  paid_by uuid not null,
  state text not null default 'open' check (state in ('open', 'paid', 'refunded')),
  provider_ref text,
  created_at timestamptz(3) not null,
  primary key (user_id, id)
);
create index on purchases (user_id, tax_year);

create table invoices (
  user_id uuid not null,
  id uuid not null,
  purchase_id uuid not null,
  number text not null,
  amount_cents integer not null,
  issued_at timestamptz(3) not null,
  primary key (user_id, id),
  unique (user_id, number),
  foreign key (user_id, purchase_id) references purchases (user_id, id)
);
