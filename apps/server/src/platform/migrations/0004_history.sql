-- Where history comes from: accounts, the connections into them, files, imports and their records.

create table accounts (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  key text not null,
  source_slug text not null,
  name text not null,
  chain text,
  address text,
  us_based boolean not null default false,
  pooled_with uuid,
  transactions bigint not null default 0 check (transactions >= 0),
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (user_id, id),
  unique (user_id, key),
  foreign key (user_id, pooled_with) references accounts (user_id, id)
);

create table data_keys (
  user_id uuid not null,
  dek_version integer not null check (dek_version > 0),
  kek_version integer not null check (kek_version > 0),
  iv bytea not null check (length(iv) = 12),
  wrapped bytea not null check (length(wrapped) = 32),
  tag bytea not null check (length(tag) = 16),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, dek_version)
);

create table uploads (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  sha256 bytea not null check (length(sha256) = 32),
  file_name text not null,
  size_bytes integer not null check (size_bytes between 0 and 10485760),
  sealed bytea not null,
  format_id text,
  time_zone text,
  mapping_id uuid,
  received_at timestamptz(3) not null,
  primary key (user_id, id)
);
-- Ciphertext does not compress.
alter table uploads alter column sealed set storage external;
create index on uploads (user_id, sha256);

create table mappings (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  name text not null,
  header_hash bytea not null check (length(header_hash) = 32),
  definition jsonb not null,
  created_at timestamptz(3) not null,
  primary key (user_id, id),
  unique (user_id, header_hash, name)
);

create table connections (
  user_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  method text not null check (method in ('api', 'oauth', 'wallet', 'csv', 'manual')),
  label text not null default '',
  file_name text,
  upload_id uuid,
  credential_id uuid,
  watermark jsonb,
  covers tstzrange,
  state text not null default 'ok' check (state in ('ok', 'needs_key', 'needs_oauth', 'needs_mapping', 'closed')),
  records bigint not null default 0 check (records >= 0),
  errors bigint not null default 0 check (errors >= 0),
  notes bigint not null default 0 check (notes >= 0),
  created_at timestamptz(3) not null,
  last_synced_at timestamptz(3),
  next_sync_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (user_id, id),
  foreign key (user_id, account_id) references accounts (user_id, id),
  foreign key (user_id, upload_id) references uploads (user_id, id)
);
create index on connections (user_id, account_id);

create table credentials (
  user_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  sealed bytea not null,
  last4 text not null check (length(last4) <= 4),
  can_trade boolean,
  can_withdraw boolean,
  checked_at timestamptz(3),
  primary key (user_id, id),
  foreign key (user_id, connection_id) references connections (user_id, id)
);

create table imports (
  user_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  state text not null default 'queued'
    check (state in ('queued', 'running', 'waiting', 'done', 'failed', 'cancelled')),
  stage text not null default 'queued',
  done bigint not null default 0,
  total bigint,
  unit text,
  is_dry_run boolean not null default false,
  fence bigint not null default 0,
  attempts integer not null default 0,
  reason_code text,
  reason text,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (user_id, id),
  foreign key (user_id, connection_id) references connections (user_id, id)
);
create index on imports (user_id, connection_id, created_at);
create index on imports (user_id, state);
