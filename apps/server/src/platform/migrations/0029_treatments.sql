-- Treatments: what the law leaves open, as a customer chooses it, and what each other choice would change.

-- Choices are in `treatments` since 0003. Tokens as their owner declares them: kind, asset, and what it stands for.
alter table customers add column tokens jsonb not null default '[]' check (jsonb_typeof(tokens) = 'array');

-- Every choice and declaration as it was made, for ever. One that is taken back is another line.
create table treatment_changes (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  treatment text,
  asset text,
  of_asset text,
  before text,
  after text,
  recorded_at timestamptz(3) not null,
  recorded_by uuid not null,
  undoes uuid,
  primary key (user_id, id),
  foreign key (user_id, undoes) references treatment_changes (user_id, id),
  check (num_nonnulls(treatment, asset) = 1),
  check (before is distinct from after)
);
create index on treatment_changes (user_id, recorded_at);

create table treatment_effects (
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
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (user_id, id)
);
create unique index treatment_effects_one_running on treatment_effects (user_id) where state in ('queued', 'running');
create index on treatment_effects (user_id, created_at);

select guard_customer_tables();
revoke update, delete on treatment_changes from lotbook_app;
