-- The transaction that kept a calculation from being made, the first of them. It may be gone by the time anybody reads of it.
alter table calculations add column reason_transaction_id uuid;

-- The version of the journal that a record made: a comparison of before tells by it whether anything else has changed since. Unknown of earlier ones.
alter table safe_harbor_plans add column journal_version bigint;
