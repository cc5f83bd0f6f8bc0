-- In a table of a few hundred rows the planner finds any index that begins with the customer as good as the one that names the row, and
-- then reads all matches of the customer beside each row of a list. Where only one index can answer, it has no choice. Nothing asks for
-- all matches of one state. The condition of the other holds for every side; it lets the index answer only who names a transaction.
drop index matches_user_id_state_idx;
drop index match_sides_user_id_transaction_id_idx;
create index match_sides_of_transaction on match_sides (user_id, transaction_id) where transaction_id is not null;
