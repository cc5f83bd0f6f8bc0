-- Records are written by the hundred thousand, and nothing asks for them by name, by import or by outcome. What is asked of a
-- connection is which rows were not used or have a note, in the order of the file: those are few.
drop index records_user_id_fingerprint_idx, records_user_id_import_id_line_idx, records_user_id_connection_id_outcome_idx;
create index on records (user_id, connection_id, line, id) where reason is not null;
