// The media quota of a profile, in bytes.
import { Problem } from "../errors.ts";

export interface MediaQuota {
  /** Bytes; Infinity without a quota. */
  readonly limit: number;
  /** Bytes of media that a profile has, and of uploads that it has prepared. */
  used(profileId: string): Promise<number>;
  /** @throws Problem media_quota_exceeded when `size` bytes more, beside what is counted already, are too many */
  refuseBeyond(profileId: string, size: number): Promise<void>;
}

export function openMediaQuota(limit: number, used: MediaQuota["used"]): MediaQuota {
  return {
    limit,
    used,
    async refuseBeyond(profileId, size) {
      const has = await used(profileId);
      if (has + size > limit) throw overQuota({ limit, used: has, size });
    },
  };
}

/** All in bytes. */
export function overQuota(facts: { limit: number; used: number; size: number }): Problem {
  const { limit, used, size } = facts;
  const detail = `The profile uses ${used} of ${limit} bytes for media and open uploads; ${size} more would exceed the limit.`;
  return new Problem("media_quota_exceeded", detail, facts);
}
