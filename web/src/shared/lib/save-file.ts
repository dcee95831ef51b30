/** Lifetime of an object URL, in milliseconds: the browser has started saving by then. */
const ADDRESS_MS = 60_000;

/** Downloads a file from memory. */
export const saveFile = (file: File): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_MS);
};
