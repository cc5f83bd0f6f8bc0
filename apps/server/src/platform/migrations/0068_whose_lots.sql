-- A thread that calculated has the lots at hand that it left. Whether they are still those that are kept, the journal's row says.

alter table journals add column lots_of uuid;
