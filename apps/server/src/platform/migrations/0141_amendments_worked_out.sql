-- What changed filed years since: their totals worked out from the journal as it is, beside any calculation.
create table amendment_checks (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  stage text not null default 'Queued',
  done bigint not null default 0,
  total bigint,
  fence bigint not null default 0,
  attempts integer not null default 0,
  journal_version bigint not null,
  settings jsonb not null,
  engine_version text not null,
  outcomes jsonb,
  reason_code text,
  reason_transaction_id uuid,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (user_id, id)
);
create unique index amendment_checks_one_running on amendment_checks (user_id) where state in ('queued', 'running');
create index on amendment_checks (user_id, created_at);

select guard_customer_tables();
