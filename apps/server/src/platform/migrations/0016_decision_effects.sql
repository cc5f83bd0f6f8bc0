-- What a decision would change, worked out by the engine before it is made; kept while the journal stays as it is.

create table decision_effects (
  user_id uuid not null references customers (user_id),
  key bytea not null check (length(key) = 32),
  journal_version bigint not null,
  effect jsonb not null,
  worked_out_at timestamptz(3) not null,
  primary key (user_id, key)
);
create index on decision_effects (user_id, journal_version);

select guard_customer_tables();
