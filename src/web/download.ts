// Hands a file that was made in the page to the browser, which saves it.

export function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By the next turn the browser has it.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
