// The kinds of files that a dialog for choosing files offers. The server decides by what they contain.
export const ACCEPTED = "image/*,video/*";
