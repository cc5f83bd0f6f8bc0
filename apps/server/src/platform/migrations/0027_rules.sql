-- Rules that categorise, and work on a whole journal that takes long.

-- A rule that was saved anew is another revision: what a person took back of an older one it may do again. A deleted rule
-- stays for the history of what it did.
alter table rules add column revision integer not null default 1, add column saved_at timestamptz(3) not null,
  add column deleted_at timestamptz(3);
create index on rules (user_id, position) where deleted_at is null;

-- Which rule made a change, and the revision of it that was undone; and an edit that no longer counts although its change does.
alter table changes add column rule_id uuid, add column undone_revision integer,
  add foreign key (user_id, rule_id) references rules (user_id, id);
create index on changes (user_id, rule_id) where rule_id is not null;
alter table edits add column withdrawn_at timestamptz(3);

-- A person took it out: what files say of it does not bring it back.
alter table transactions add column removed_at timestamptz(3), add check (removed_at is null or deleted_at is not null);
create index on transactions (user_id, at, id) where removed_at is not null;

-- What a person asked to be done with many transactions: done by a job, whole or not at all.
create table journal_runs (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  actor_id uuid not null,
  request jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  stage text not null default 'Queued',
  done bigint not null default 0,
  total bigint,
  fence bigint not null default 0,
  attempts integer not null default 0,
  outcome jsonb,
  reason text,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (user_id, id)
);
create index on journal_runs (user_id, created_at);

select guard_customer_tables();

-- Whoever edits by the thousand tells the planner about it (PostgreSQL 17 and newer have the right for that).
do $$ begin
  if current_setting('server_version_num')::integer >= 170000 then
    execute 'grant maintain on changes, edits to lotbook_app';
  end if;
end $$;
