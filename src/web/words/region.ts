// The words of a region that has nothing to show.
export const regionWords = {
  zoneNow: (time: string) => `It is ${time} there now.`,
  broken: "This screen could not be opened",
  brokenMore: "Crier may have been updated meanwhile. Nothing is lost: load the page again.",
  reload: "Reload",
  loading: "Loading",
  failed: "That did not work.",
  noAnswer: "Crier did not answer.",
  noAnswerMore: "It may be restarting, or the connection is gone.",
  tryAgain: "Try again",
  requestId: "Request",
  copy: "Copy",
  copied: "Copied",
  notices: "Messages",
} as const;
