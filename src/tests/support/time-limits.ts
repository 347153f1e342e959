// How long tests may take. On a busy machine everything is many times slower, and no test must fail for that: these limits
// only end what would never end.

/** Of one test, ms. */
export const TEST_LIMIT_MS = 1_200_000;

/** What a test waits for has not come by then, ms. */
export const GIVE_UP_MS = 600_000;
