-- Under another answer a file's row is another transaction, and what was named of the line goes with it. The record itself stays as it was recorded.
grant update (transaction_id) on lot_identifications to lotbook_app;
create index on lot_choices (user_id, lot_id);
