const KIB = 1024
const MIB = KIB * KIB

/** Sources: OWASP Denial of Service, Node's http.Server; figures in docs/adr/0017-http-server-limits.md. */
export const httpLimits = {
  /** An incomplete request head gets 408 after this time. */
  headersTimeoutMs: 10_000,
  /** The longest time for a request to arrive: 60 MB at 64 KiB/s of a poor line take 16 minutes. */
  requestTimeoutMs: 20 * 60_000,
  /** How often incoming heads and bodies are checked. */
  checkEveryMs: 1_000,
  /** Longer than the 60 seconds of common proxies, so that a proxy never sends into a connection that we close. */
  keepAliveMs: 72_000,
  requestsPerSocket: 1_000,
  headerBytes: 16 * KIB,
  headerCount: 100,
  /** A connection is closed when its body brings fewer bytes than this in `slowBodyMs`: 4 KiB/s over 10 seconds. */
  slowBodyBytes: 40 * KIB,
  slowBodyMs: 10_000,
  /**
   * A connection is closed when its client reads no byte of the response for this long, at the latest after twice the
   * time. One byte is progress: a slow phone needs longer for the buffers of the operating system than for a chunk.
   */
  unreadAnswerMs: 30_000,
  /** Concurrent downloads of one person, and how many more may wait. */
  downloadsOfOnePerson: 10,
  waitingDownloadsOfOnePerson: 100,
  /** The most bytes of a request, its files included. */
  formBytes: 61 * MIB,
  /** Concurrent uploads, of all callers and of one person. */
  formsAtOnce: 64,
  formsOfOnePerson: 20,
  /** Calls are rejected while the mean event loop delay exceeds this. */
  lateMs: 500,
  /** How often the delay is checked; two checks in a row have to agree. */
  lateCheckMs: 1_000,
  /** How long a server in shutdown still serves its connections before it closes the idle ones. */
  lastAnswersMs: 1_000,
  /** How long running requests get to finish at shutdown. */
  stopMs: 8_000,
}

/** Tests use smaller ones. */
export type HttpLimits = typeof httpLimits
