// The one process that delivers from a data folder: its lock, not a lease, keeps others from it.
import type { Nodes } from "../../domain/store/nodes.ts";

export const onlyNode: Nodes = {
  leaseMs: null,
  join: async () => {},
  renewLease: async () => true,
  announce: async () => {},
  leave: async () => {},
  active: async () => [],
  leaseLeft: () => null,
  clockOffset: () => 0,
  count: () => 1,
  isLeader: async () => true,
  sender: async () => null,
};
