-- What a person states about the return of a year beside their digital assets: it decides lines of Schedule D and no row.
alter table tax_years
  add column filing_status text check (filing_status in ('single', 'mfj', 'mfs', 'hoh', 'qss')),
  add column taxable_income money_value,
  add column other_short money_value,
  add column other_long money_value,
  add check (carryover_short >= 0),
  add check (carryover_long >= 0);
