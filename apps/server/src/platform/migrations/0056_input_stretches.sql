-- Stretches of the text of an input, which another input that has the same events there says with the same blocks. The key is a hash of
-- all that such a text hangs on.
create table input_stretches (
  user_id uuid not null references customers (user_id),
  key bytea not null,
  blocks uuid[] not null,
  primary key (user_id, key)
);
select guard_customer_tables();
