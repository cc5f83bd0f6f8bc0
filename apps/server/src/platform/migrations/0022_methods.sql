-- Methods: standing orders that end, what a year comes to under each method, and identifications as they were recorded.

-- What was recorded stays as it was recorded: of an order only its end is written, once.
alter table standing_orders add column ended_at timestamptz(3), add column ended_by uuid,
  add check (num_nonnulls(ended_at, ended_by) <> 1), add check (ended_at >= recorded_at);
revoke update, delete on standing_orders from lotbook_app;
grant update (ended_at, ended_by) on standing_orders to lotbook_app;
create index on standing_orders (user_id, recorded_at);

-- An identification of lots with the sale and the lots as they stood when it was recorded. `lot_choices` holds the lots
-- of those that count; a new one replaces the old, which stays.
create table lot_identifications (
  user_id uuid not null,
  id uuid not null,
  transaction_id uuid not null,
  record jsonb not null,
  recorded_at timestamptz(3) not null,
  recorded_by uuid not null,
  replaced_at timestamptz(3),
  primary key (user_id, id),
  foreign key (user_id, transaction_id) references transactions (user_id, id)
);
create unique index lot_identifications_one_counts on lot_identifications (user_id, transaction_id) where replaced_at is null;
create index on lot_identifications (user_id, transaction_id, recorded_at);

create table method_comparisons (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  tax_year tax_year not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  stage text not null default 'Queued',
  done bigint not null default 0,
  total bigint,
  fence bigint not null default 0,
  attempts integer not null default 0,
  journal_version bigint not null,
  settings jsonb not null,
  outcomes jsonb,
  reason_code text,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (user_id, id)
);
create unique index method_comparisons_one_running on method_comparisons (user_id) where state in ('queued', 'running');
create index on method_comparisons (user_id, tax_year, created_at);

select guard_customer_tables();
revoke update, delete on lot_identifications from lotbook_app;
grant update (replaced_at) on lot_identifications to lotbook_app;
