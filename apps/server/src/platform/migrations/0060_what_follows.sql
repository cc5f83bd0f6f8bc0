-- Fees that persons added, by what they were paid for: they follow it, and whoever settles a change asks for those of what it touched.
create index transactions_added_fees on transactions (user_id, fee_of) where fee_of is not null and event_id is null;

-- What a year's figures rested on follows its calculation, not the journal: what was open when it was filed, and how many changes the
-- journal had by then that its calculation did not know. Of years filed before, nobody kept it.
alter table tax_years add column qualifiers jsonb, add column changes_since bigint,
  add check ((qualifiers is null) = (changes_since is null)), add check (state = 'filed' or qualifiers is null);
