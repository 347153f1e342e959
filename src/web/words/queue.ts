// The words of the queue.
export const queueWords = { title: "Queue" } as const;
