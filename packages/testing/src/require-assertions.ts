import { beforeEach, expect } from '@jest/globals';

/** A test that asserts nothing cannot fail; Jest reports it as an error. */
beforeEach(() => expect.hasAssertions());
