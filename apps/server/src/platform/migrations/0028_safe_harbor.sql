-- Safe Harbor (Rev. Proc. 2024-28): allocations on record for good, and the comparison of those there are to choose from.

-- The allocation with the position as it stood when it was recorded; null of one that was recorded before this was kept.
-- `frozen_at`: from then on it cannot be made again. `books_day`: since when the customer says their own books had it.
alter table safe_harbor_plans add column record jsonb, add column books_day date;
create index on safe_harbor_plans (user_id, recorded_at);

-- A plan says of what kind it is, and names accounts by id. Forced row-level security would hide its rows from the owner.
alter table safe_harbor_plans no force row level security;
alter table accounts no force row level security;
update safe_harbor_plans p set plan = jsonb_build_object('type', 'global', 'order', p.plan -> 'order', 'accounts', coalesce((
    select jsonb_agg(a.id order by named.n)
    from jsonb_array_elements_text(p.plan -> 'accounts') with ordinality as named (name, n)
    cross join lateral (
      select b.id from accounts b where b.user_id = p.user_id and named.name in (b.key, b.name)
      order by named.name = b.key desc, b.id limit 1
    ) a), '[]'));
alter table accounts force row level security;
alter table safe_harbor_plans force row level security;

-- What was recorded stays as it was recorded.
revoke update, delete on safe_harbor_plans from lotbook_app;

create table safe_harbor_comparisons (
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
  own jsonb,
  outcomes jsonb,
  reason_code text,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (user_id, id)
);
create unique index safe_harbor_comparisons_one_running on safe_harbor_comparisons (user_id) where state in ('queued', 'running');
create index on safe_harbor_comparisons (user_id, created_at);

select guard_customer_tables();
