-- Calculations that can be worked out again and compared: what went in and what came out, packed (zstd of canonical
-- JSON, whose SHA-256 the manifest states).

alter table calculations rename column archive to packed_result;
alter table calculations add column packed_input bytea;
alter table calculations alter column packed_result set storage external;
alter table calculations alter column packed_input set storage external;

-- Two calculations compared; both are immutable, so a comparison is made once.
create table comparisons (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  before_id uuid not null,
  after_id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  fence bigint not null default 0,
  attempts integer not null default 0,
  reason_code text,
  causes jsonb,
  years jsonb,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (user_id, id),
  unique (user_id, before_id, after_id),
  foreign key (user_id, before_id) references calculations (user_id, id),
  foreign key (user_id, after_id) references calculations (user_id, id)
);

-- The rows in which they differ, in the order in which they are shown. No foreign keys, as of all rows of results.
create table comparison_rows (
  user_id uuid not null,
  comparison_id uuid not null,
  n integer not null,
  tax_year integer not null,
  cause integer not null,
  kind text not null check (kind in ('disposal', 'income', 'removal')),
  label text not null,
  transaction_id uuid,
  -- The transaction whose change moved this one, where it is another.
  changed_id uuid,
  asset_id text not null,
  account_id uuid,
  date date not null,
  before jsonb,
  after jsonb,
  gain money_value not null,
  income money_value not null,
  deduction money_value not null,
  primary key (user_id, comparison_id, n)
);
create index on comparison_rows (user_id, comparison_id, tax_year, cause, n);

select guard_customer_tables();
