-- Formats that a customer described for files that no format of the product reads.
create table own_formats (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  title text not null check (length(title) between 1 and 100),
  -- Columns, words and zone; nothing of the customer's history.
  definition jsonb not null,
  created_at timestamptz(3) not null,
  -- A deleted one still reads the files that were read by it.
  deleted_at timestamptz(3),
  primary key (user_id, id)
);

select guard_customer_tables();
