-- Lines of Forms 1099-DA, as a person entered them or a file had them. Rows are never changed: a change takes lines out and puts others in,
-- so that a filed year keeps the lines that it was filed with, and a change can be undone. No calculation reads them; which sales a line is
-- of is worked out from what is there.
create table broker_line_files (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  sha256 bytea not null,
  file_name text not null check (length(file_name) <= 255),
  size_bytes integer not null,
  received_at timestamptz(3) not null,
  problem_count integer not null,
  problems jsonb not null,
  primary key (user_id, id)
);

create table broker_line_changes (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  tax_year tax_year not null check (tax_year >= 2025),
  kind text not null check (kind in ('entered', 'replaced', 'removed', 'imported', 'tied', 'undone')),
  at timestamptz(3) not null,
  undone_in uuid,
  primary key (user_id, id)
);
create index on broker_line_changes (user_id, tax_year, id desc);

create table broker_lines (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  tax_year tax_year not null check (tax_year >= 2025),
  account_id uuid not null,
  file_id uuid,
  -- Its place in the file.
  line integer not null,
  form text not null check (length(form) <= 100),
  status text not null check (status in ('original', 'corrected', 'void')),
  recipient text not null check (recipient in ('taxpayer', 'spouse')),
  code text check (length(code) <= 100),
  name text not null check (length(name) <= 200),
  symbol text not null check (length(symbol) <= 100),
  -- The asset that a person said it is; else its name decides.
  asset_id text,
  units amount not null check (units >= 0),
  acquired date,
  sold date,
  proceeds money_value not null check (proceeds >= 0),
  basis money_value check (basis >= 0),
  is_basis_reported boolean not null,
  proceeds_are text not null check (proceeds_are in ('gross', 'net')),
  withheld money_value check (withheld >= 0),
  term text check (term in ('short', 'long', 'ordinary')),
  is_noncovered boolean not null,
  total text check (total in ('stablecoins', 'nfts')),
  count integer check (count >= 0),
  transferred_in amount check (transferred_in >= 0),
  others jsonb not null,
  tied_to uuid[],
  note text check (length(note) <= 1000),
  -- The hash of what the form says, for lines that come twice.
  content bytea not null,
  added_in uuid not null,
  added_at timestamptz(3) not null,
  removed_in uuid,
  removed_at timestamptz(3),
  check ((removed_in is null) = (removed_at is null)),
  primary key (user_id, id),
  foreign key (user_id, account_id) references accounts (user_id, id),
  foreign key (user_id, file_id) references broker_line_files (user_id, id),
  foreign key (user_id, added_in) references broker_line_changes (user_id, id),
  foreign key (user_id, removed_in) references broker_line_changes (user_id, id)
);
create index on broker_lines (user_id, tax_year, account_id);
create index on broker_lines (user_id, added_in);
create index on broker_lines (user_id, removed_in) where removed_in is not null;
create index on broker_lines (user_id, file_id) where file_id is not null;

select guard_customer_tables();
