-- An NFT sent or received has one side: what stands with both is from before that was so, and nothing counts the other. Whoever it belongs to is
-- asked what it was, and not any more where it went or came from. As lotbook_ops, which alone sees the rows of every customer.
set local role lotbook_ops;
create temporary table with_both on commit drop as
  select user_id, id::text as id from transactions
  where type in ('nft', 'incoming', 'outgoing') and sub_type <> 'nft_mint' and from_asset is not null and to_asset is not null
    and deleted_at is null and not is_ignored;
update findings f set state = 'resolved', updated_at = now() from with_both b
  where (f.user_id, f.subject_id) = (b.user_id, b.id) and f.subject = 'transaction' and f.state = 'open'
    and f.code in ('unmatched_send', 'unmatched_receive');
insert into findings (user_id, id, code, subject, subject_id, severity, created_at, updated_at)
  select user_id, gen_random_uuid(), 'uncounted_side', 'transaction', id, 'warning', now(), now() from with_both;
update journals j set review = (select count(*) from findings f where f.user_id = j.user_id and f.state = 'open' and f.severity <> 'info')
  where j.user_id in (select user_id from with_both);
reset role;
