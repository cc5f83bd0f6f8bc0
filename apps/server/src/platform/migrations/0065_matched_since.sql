-- Sides of matches since an instant, deleted ones too: whoever goes on from a checkpoint asks for them each time, and read every transaction.
create index transactions_matched on transactions (user_id, at) where matched_as is not null;
