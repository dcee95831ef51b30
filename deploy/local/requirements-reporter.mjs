import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './repository.mjs';

/**
 * A Jest reporter that writes, to the file named by HAMKHAN_TEST_RESULT, how many tests passed, failed and were
 * skipped, and which passed tests name a requirement in their title. Jest wants a default export.
 */
export default class RequirementsReporter {
  onRunComplete(_contexts, results) {
    const requirements = results.testResults.flatMap(({ testFilePath, testResults }) =>
      testResults
        .filter(({ status, fullName }) => status === 'passed' && /\[[A-Z]{3}-/.test(fullName))
        .map(({ fullName }) => ({ title: fullName, file: path.relative(ROOT, testFilePath) })),
    );
    const result = {
      passed: results.numPassedTests,
      // A file that could not be run at all has no tests to count, and is a failure all the same.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      requirements,
    };
    if (process.env.HAMKHAN_TEST_RESULT) {
      writeFileSync(process.env.HAMKHAN_TEST_RESULT, JSON.stringify(result));
    }
  }
}
