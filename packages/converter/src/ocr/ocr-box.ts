/** In pixels of the recognised image, origin at the top left. */
export type OcrBox = { x0: number; y0: number; x1: number; y1: number };
