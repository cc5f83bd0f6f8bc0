-- Users and how they prove who they are. No row-level security: only lotbook_identity (and lotbook_ops) gets in.

create schema identity;

create table identity.users (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  email_verified_at timestamptz(3),
  first_name text not null default '',
  last_name text not null default '',
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  region_code text,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);

create table identity.roles (
  user_id uuid not null references identity.users (id),
  role text not null check (role in ('admin', 'customer', 'cpa')),
  given_at timestamptz(3) not null,
  primary key (user_id, role)
);

create table identity.passwords (
  user_id uuid primary key references identity.users (id),
  hash text not null check (hash like '$argon2id$%'),
  changed_at timestamptz(3) not null
);

-- `token_hash` is SHA-256 of the cookie's value, so a copy of this table opens no session.
create table identity.sessions (
  id uuid primary key,
  user_id uuid not null references identity.users (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  subject_id uuid references identity.users (id),
  return_to text,
  created_at timestamptz(3) not null,
  authenticated_at timestamptz(3) not null,
  mfa_at timestamptz(3),
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ip text not null,
  user_agent text not null default '',
  revoked_at timestamptz(3)
);
create index on identity.sessions (user_id);

create table identity.totp (
  user_id uuid primary key references identity.users (id),
  sealed bytea not null,
  confirmed_at timestamptz(3),
  last_step bigint not null default 0
);

create table identity.recovery_codes (
  user_id uuid not null references identity.users (id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

create table identity.verifications (
  id uuid primary key,
  user_id uuid not null references identity.users (id),
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'second_step')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  attempts integer not null default 0,
  used_at timestamptz(3)
);
create index on identity.verifications (user_id, purpose);

-- Token buckets that every node shares; the level is a count of tries, not an amount.
create table identity.rate_buckets (
  key text primary key,
  level double precision not null,
  refilled_at timestamptz(3) not null
);

grant usage on schema identity to lotbook_identity, lotbook_ops;
grant select, insert, update, delete on all tables in schema identity to lotbook_identity, lotbook_ops;
