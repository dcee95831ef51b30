/** Stands in for style sheets, which the tests do not read. */
export {};
