/** The screen on which a document is read. */
export const ReaderPage = () => <main />;
