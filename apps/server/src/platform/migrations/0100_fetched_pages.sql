-- The answers of providers, as they came: a reading is made of all pages of a connection, as that of a file is made of its bytes.
create table fetched_pages (
  user_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  -- A walk from the beginning begins a new number; pages of the old one go once the new ones are in the journal.
  walk integer not null check (walk > 0),
  stream text not null,
  place text not null,
  entries integer not null check (entries > 0),
  sealed bytea not null,
  fetched_at timestamptz(3) not null,
  primary key (user_id, id),
  unique (user_id, connection_id, walk, stream, place),
  foreign key (user_id, connection_id) references connections (user_id, id)
);
-- Ciphertext does not compress.
alter table fetched_pages alter column sealed set storage external;

-- Where the walk that goes on stands; its end becomes the watermark once all of it is in the journal.
alter table connections add column position jsonb;
alter table connections add column walk integer not null default 1 check (walk > 0);
create index on credentials (user_id, connection_id);

select guard_customer_tables();
