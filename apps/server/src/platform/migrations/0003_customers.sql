create table customers (
  user_id uuid primary key,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'UTC',
  onboarded_at timestamptz(3),
  onboarding jsonb not null default '{}',
  transaction_uploaded boolean not null default false,
  imports_path text,
  safe_harbor_dismissed_at timestamptz(3),
  partner_code text,
  method text not null default 'fifo' check (method in ('fifo', 'lifo', 'hifo', 'lofo', 'spec')),
  pool_before_2025 text not null default 'universal' check (pool_before_2025 in ('account', 'universal')),
  transfer_fee text not null default 'dispose' check (transfer_fee in ('dispose', 'capitalize', 'carry')),
  treatments jsonb not null default '{}',
  display jsonb not null default '{}',
  locked_before timestamptz(3),
  updated_at timestamptz(3) not null
);

-- One row per customer: whoever changes the effective journal or a tax setting locks it and raises `version`.
create table journals (
  user_id uuid primary key references customers (user_id),
  version bigint not null default 0,
  transactions bigint not null default 0 check (transactions >= 0),
  taxable bigint not null default 0 check (taxable >= 0),
  review bigint not null default 0 check (review >= 0),
  changed_at timestamptz(3) not null
);

create table grants (
  user_id uuid not null,
  id uuid not null,
  professional_id uuid not null,
  scope text not null check (scope in ('view', 'work')),
  tax_years integer[],
  granted_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (user_id, id)
);
create index on grants (user_id, professional_id);

create table admin_views (
  user_id uuid not null,
  id uuid not null,
  admin_id uuid not null,
  reason text not null check (length(btrim(reason)) >= 10),
  started_at timestamptz(3) not null,
  ends_at timestamptz(3) not null check (ends_at > started_at),
  primary key (user_id, id)
);
create index on admin_views (user_id, admin_id);
