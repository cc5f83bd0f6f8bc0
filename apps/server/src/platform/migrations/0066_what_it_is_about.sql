-- The transaction that kept a calculation from being made, the first of them. It may be gone by the time anybody reads of it.
alter table calculations add column reason_transaction_id uuid;
