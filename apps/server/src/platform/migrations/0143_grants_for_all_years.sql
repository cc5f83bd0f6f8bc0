-- A grant opens the books as a whole: nothing ever read the years that this column could have named.
alter table grants drop column tax_years;
