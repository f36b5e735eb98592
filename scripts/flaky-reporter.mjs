/** Names the tests that passed only at a second try, and why they failed before: Vitest counts them as passed. */
export default class FlakyReporter {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return
    const why = test.result().errors?.[0]?.message.split('\n')[0]
    console.log(` FLAKY  ${test.module.relativeModuleId} > ${test.fullName}: ${why}`)
  }
}
