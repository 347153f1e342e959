// Who acts at the command line, as the audit log calls them.
export const ACTOR = "cli";
