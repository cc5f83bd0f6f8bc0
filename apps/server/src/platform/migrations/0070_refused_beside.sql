-- The transaction that kept what is worked out beside a calculation from being made, as of calculations (0066). It may be gone by the time anybody reads of it.
alter table method_comparisons add column reason_transaction_id uuid;
alter table safe_harbor_comparisons add column reason_transaction_id uuid;
alter table treatment_effects add column reason_transaction_id uuid;
