-- Token buckets of requests, for all nodes together. They are written with every request and worth nothing after a crash, so nothing of them
-- goes into the log.
create unlogged table identity.request_levels (
  name text not null,
  key text not null,
  level double precision not null,
  at timestamptz not null,
  primary key (name, key)
) with (fillfactor = 50);
grant select, insert, update, delete on identity.request_levels to lotbook_identity, lotbook_ops;
