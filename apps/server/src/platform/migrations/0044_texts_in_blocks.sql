-- Texts of calculations were one value each, so every calculation had all of its own, most of it the same as the one before. Now they
-- are blocks, which calculations share: a calculation says which, in their order. What was kept before stays as it is.

create table text_blocks (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  packed bytea not null,
  primary key (user_id, id)
);
-- Packed already.
alter table text_blocks alter column packed set storage external;

alter table calculations add column input_blocks uuid[];
alter table calculations add column result_blocks uuid[];

select guard_customer_tables();

-- Several calculations may say the same with a block: what it holds stays, and so does it.
revoke update, delete on text_blocks from lotbook_app;
revoke update on text_blocks from lotbook_ops;
