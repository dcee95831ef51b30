import { configure } from '@testing-library/react';

/** What a test waits for may take ten times as long on a busy machine; the library's own second is not enough then. */
configure({ asyncUtilTimeout: 10_000 });
