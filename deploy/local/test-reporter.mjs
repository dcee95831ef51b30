import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './repository.mjs';

/**
 * A Jest reporter that writes the result of a project to the file named by HAMKHAN_TEST_RESULT: counts, seconds of each
 * file, and the passed tests whose titles name a requirement. Jest wants a default export.
 */
export default class TestReporter {
  onRunComplete(_contexts, results) {
    if (!process.env.HAMKHAN_TEST_RESULT) return;
    const { testResults } = results;
    const result = {
      passed: results.numPassedTests,
      // A file that cannot be loaded has no tests to count; it is a failure all the same.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      files: testResults.map(({ testFilePath, perfStats }) => ({
        file: path.relative(ROOT, testFilePath),
        seconds: (perfStats.end - perfStats.start) / 1000,
      })),
      requirements: testResults.flatMap(({ testFilePath, testResults: tests }) =>
        tests
          .filter(({ status, fullName }) => status === 'passed' && /\[[A-Z]{3}-/.test(fullName))
          .map(({ fullName }) => ({ title: fullName, file: path.relative(ROOT, testFilePath) })),
      ),
    };
    writeFileSync(process.env.HAMKHAN_TEST_RESULT, JSON.stringify(result));
  }
}
