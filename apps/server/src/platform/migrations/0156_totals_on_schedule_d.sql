-- Whether sales with basis reported and no adjustment stand as totals on lines 1a and 8a of Schedule D, without Form 8949.
alter table tax_years add column totals_on_schedule_d boolean not null default false;
