/** An address of a file in memory lives this long: the browser has begun to save it by then. In milliseconds. */
const ADDRESS_MS = 60_000;

/** Gives a file to the browser to save. */
export const saveFile = (file: File): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_MS);
};
