-- What a finding is about is text, for not all of them are about a transaction. Held against the id of one, either of the two had to be
-- cast for each row, and under a policy no index is used through a cast: each finding was compared with each transaction.
alter table findings add column transaction_id uuid
  generated always as (case when subject = 'transaction' then subject_id::uuid end) stored;
create index on findings (user_id, transaction_id) where transaction_id is not null;
