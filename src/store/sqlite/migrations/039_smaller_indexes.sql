-- A new post enters the indexes of its tables, and a commit writes a page or more of each: two of them get smaller.
-- Posts by what became of their targets are looked up by the post's own status.
DROP INDEX target_state;
CREATE INDEX target_uncertain ON target (state, post_id) WHERE state = 'uncertain';
-- Newest first is this one read backwards. In descending order its pages were split in the middle and stayed half empty.
DROP INDEX post_newest;
CREATE INDEX post_newest ON post (profile_id, id);
