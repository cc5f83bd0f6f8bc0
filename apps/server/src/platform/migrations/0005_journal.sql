-- The journal: transactions with their corrections, matches, prices and findings.

create table transactions (
  user_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  fingerprint bytea not null check (length(fingerprint) = 32),
  event_id text,
  at timestamptz(3) not null,
  sequence text,
  type text not null check (type in ('buy', 'sell', 'trade', 'incoming', 'outgoing', 'ico', 'nft', 'swap')),
  sub_type text,
  from_asset text,
  from_amount amount,
  from_value money_value,
  to_asset text,
  to_amount amount,
  to_value money_value,
  fee_asset text,
  fee_amount amount,
  fee_value money_value,
  gift jsonb,
  tx_hash text,
  comment text,
  us_based boolean,
  flags text[] not null default '{}',
  is_ignored boolean not null default false,
  spam_score smallint,
  base jsonb,
  journal_version bigint not null,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (user_id, id),
  unique (user_id, fingerprint),
  foreign key (user_id, account_id) references accounts (user_id, id),
  check (num_nonnulls(from_asset, from_amount) <> 1),
  check (num_nonnulls(to_asset, to_amount) <> 1),
  check (num_nonnulls(fee_asset, fee_amount) <> 1),
  check (from_amount >= 0 and to_amount >= 0 and fee_amount >= 0)
);
create index on transactions (user_id, at, id) where deleted_at is null;
create index on transactions (user_id, account_id, at, id) where deleted_at is null;
create index on transactions (user_id, journal_version);
create index on transactions (user_id, tx_hash) where tx_hash is not null;
create index on transactions (user_id, event_id) where event_id is not null;

create table records (
  user_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  import_id uuid not null,
  kind text not null,
  native_id text,
  fingerprint bytea not null check (length(fingerprint) = 32),
  line integer,
  occurred_at timestamptz(3),
  raw jsonb,
  outcome text not null check (outcome in ('used', 'skipped', 'note', 'error')),
  reason text,
  transaction_id uuid,
  primary key (user_id, id),
  unique (user_id, connection_id, fingerprint),
  foreign key (user_id, connection_id) references connections (user_id, id),
  foreign key (user_id, transaction_id) references transactions (user_id, id),
  check ((outcome = 'used') = (transaction_id is not null)),
  check (outcome = 'used' or reason is not null)
);
create index on records (user_id, transaction_id) where transaction_id is not null;
create index on records (user_id, import_id, line);
create index on records (user_id, connection_id, outcome);

create table reported_balances (
  user_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  asset_id text not null,
  at timestamptz(3) not null,
  quantity amount not null,
  record_id uuid,
  primary key (user_id, id),
  foreign key (user_id, account_id) references accounts (user_id, id),
  foreign key (user_id, record_id) references records (user_id, id)
);
create index on reported_balances (user_id, account_id, asset_id, at);

create table changes (
  user_id uuid not null,
  id uuid not null,
  actor_id uuid not null,
  kind text not null check (kind in ('edit', 'bulk_edit', 'split', 'delete', 'merge', 'take_apart', 'undo', 'rule')),
  summary text not null,
  at timestamptz(3) not null,
  undoes uuid,
  undone_at timestamptz(3),
  primary key (user_id, id),
  foreign key (user_id, undoes) references changes (user_id, id)
);
create index on changes (user_id, at);

create table edits (
  user_id uuid not null,
  id uuid not null,
  change_id uuid not null,
  target text not null,
  target_id uuid not null,
  before jsonb,
  after jsonb,
  primary key (user_id, id),
  foreign key (user_id, change_id) references changes (user_id, id)
);
create index on edits (user_id, target, target_id);
create index on edits (user_id, change_id);

create table rules (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  condition jsonb not null,
  result jsonb not null,
  position integer not null,
  is_active boolean not null default true,
  created_at timestamptz(3) not null,
  primary key (user_id, id)
);

create table matches (
  user_id uuid not null,
  id uuid not null,
  quality text not null check (quality in ('exact', 'likely', 'weak', 'person')),
  state text not null check (state in ('suggested', 'made', 'refused')),
  made_by text not null check (made_by in ('system', 'person')),
  gap amount not null default 0,
  created_at timestamptz(3) not null,
  primary key (user_id, id)
);
create index on matches (user_id, state);

create table match_sides (
  user_id uuid not null,
  match_id uuid not null,
  transaction_id uuid not null,
  direction text not null check (direction in ('out', 'in')),
  quantity amount not null,
  primary key (user_id, match_id, transaction_id),
  foreign key (user_id, match_id) references matches (user_id, id),
  foreign key (user_id, transaction_id) references transactions (user_id, id)
);
create index on match_sides (user_id, transaction_id);

create table valuations (
  user_id uuid not null,
  transaction_id uuid not null,
  side text not null check (side in ('from', 'to', 'fee')),
  value money_value not null,
  currency text not null,
  origin text not null check (origin in ('edit', 'record', 'other_side', 'own_price', 'price')),
  price_id uuid,
  set_at timestamptz(3) not null,
  primary key (user_id, transaction_id, side),
  foreign key (user_id, transaction_id) references transactions (user_id, id)
);

create table findings (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  code text not null,
  subject text not null,
  subject_id text not null,
  tax_year integer,
  severity text not null check (severity in ('info', 'warning', 'error')),
  effect_low money_value,
  effect_high money_value,
  state text not null default 'open' check (state in ('open', 'accepted', 'resolved')),
  note text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, id),
  unique (user_id, code, subject, subject_id)
);
create index on findings (user_id, state, code);

create table evidence (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  subject text not null,
  subject_id text not null,
  file_name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  sealed bytea not null,
  added_at timestamptz(3) not null,
  primary key (user_id, id)
);
create index on evidence (user_id, subject, subject_id);

create table standing_orders (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  account_id uuid,
  asset_id text,
  from_day date,
  method text not null check (method in ('fifo', 'lifo', 'hifo', 'lofo', 'spec')),
  recorded_at timestamptz(3) not null,
  recorded_by uuid not null,
  primary key (user_id, id),
  foreign key (user_id, account_id) references accounts (user_id, id)
);

create table lot_choices (
  user_id uuid not null,
  transaction_id uuid not null,
  lot_id uuid not null,
  quantity amount not null check (quantity > 0),
  recorded_at timestamptz(3) not null,
  recorded_by uuid not null,
  primary key (user_id, transaction_id, lot_id),
  foreign key (user_id, transaction_id) references transactions (user_id, id)
);

create table safe_harbor_plans (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  plan jsonb not null,
  rule_text text not null,
  recorded_at timestamptz(3) not null,
  recorded_by uuid not null,
  frozen_at timestamptz(3),
  primary key (user_id, id)
);

create table own_assets (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  asset_id text not null check (asset_id like 'own:%'),
  symbol text not null,
  name text not null,
  primary key (user_id, id),
  unique (user_id, asset_id)
);

create table own_prices (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  asset_id text not null,
  currency text not null,
  at timestamptz(3) not null,
  price amount not null check (price >= 0),
  origin text not null,
  primary key (user_id, id),
  unique (user_id, asset_id, currency, at)
);
