// A Mastodon server's description of itself with its limits, for current and for old API versions.
import type { Fields } from "./answers.ts";

const STATUSES = { max_characters: 500, max_media_attachments: 4, characters_reserved_per_url: 23 };
const MEDIA = {
  description_limit: 1500,
  image_size_limit: 16_777_216,
  image_matrix_limit: 33_177_600,
  video_size_limit: 103_809_024,
  video_frame_rate_limit: 120,
  video_matrix_limit: 8_294_400,
  supported_mime_types: [
    "image/jpeg",
    "image/png",
    "image/gif",
    "image/webp",
    "video/webm",
    "video/mp4",
    "video/quicktime",
  ],
};
const POLLS = {
  max_options: 4,
  max_characters_per_option: 50,
  min_expiration: 300,
  max_expiration: 2_629_746,
};
const LIMITS = {
  accounts: { max_featured_tags: 10, max_pinned_statuses: 5 },
  statuses: STATUSES,
  media_attachments: MEDIA,
  polls: POLLS,
};
const [DOMAIN, EMAIL] = ["simulated", "owner@simulated.test"];
const DESCRIPTION = "A server in memory.";
const SHARED = {
  title: "Simulated",
  version: "4.5.0",
  description: DESCRIPTION,
  languages: ["en"],
  rules: [],
};

/** `GET /api/v2/instance`. */
export function instance(pageUrl: string): Fields {
  const urls = {
    streaming: null,
    status: null,
    about: pageUrl,
    privacy_policy: null,
    terms_of_service: null,
  };
  return {
    ...SHARED,
    domain: DOMAIN,
    api_versions: { mastodon: 7 },
    source_url: "https://github.com/mastodon/mastodon",
    usage: { users: { active_month: 1 } },
    thumbnail: { url: `${pageUrl}thumbnail.png` },
    icon: [],
    configuration: { ...LIMITS, urls, translation: { enabled: false } },
    registrations: { enabled: false, approval_required: false, message: null, url: null },
    contact: { email: EMAIL, account: null },
  };
}

/** `GET /api/v1/instance`. */
export function firstInstance(pageUrl: string): Fields {
  return {
    ...SHARED,
    uri: DOMAIN,
    short_description: DESCRIPTION,
    email: EMAIL,
    urls: { streaming_api: pageUrl },
    stats: { user_count: 1, status_count: 0, domain_count: 1 },
    thumbnail: null,
    registrations: false,
    approval_required: false,
    invites_enabled: false,
    configuration: LIMITS,
    contact_account: null,
  };
}
