-- Delivery under load: which server an account lives on, and targets that are deferred.

-- Host of its server where the network has many; null where the network is one.
ALTER TABLE account ADD COLUMN server TEXT;

-- Its own time, while due_at says when it is looked at again; null unless it is deferred.
ALTER TABLE target ADD COLUMN deferred_since INTEGER;

-- The first due target of each account, without reading the others.
CREATE INDEX target_due_account ON target (account_id, due_at) WHERE due_at IS NOT NULL;
