/** Jest's global teardown of the browser tests. Jest wants a default export. */
export default function stopSharedProduct() {
  return globalThis.stopSharedProduct?.();
}
