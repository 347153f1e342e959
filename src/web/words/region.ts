// The words of a region that has nothing to show.
export const regionWords = {
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
