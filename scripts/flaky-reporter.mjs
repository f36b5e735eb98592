/** Names the tests that passed only at a second try, which Vitest counts as passed without a word. */
export default class FlakyReporter {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) console.log(` FLAKY  ${test.module.relativeModuleId} > ${test.fullName}`)
  }
}
