/** The limits of a connection, of a request and of all of them together. Tests use smaller ones. */
export type HttpLimits = {
  /** An incomplete request head gets 408 after this time. */
  headersTimeoutMs: number
  /** The longest time for a request to arrive: 60 MB at 64 KiB/s of a poor line take 16 minutes. */
  requestTimeoutMs: number
  /** How often incoming heads and bodies are checked. */
  checkEveryMs: number
  /** Longer than the 60 seconds of common proxies, so that a proxy never sends into a connection that we close. */
  keepAliveMs: number
  requestsPerSocket: number
  headerBytes: number
  headerCount: number
  /** A connection is closed when its body brings fewer bytes than this in `slowBodyMs`: 4 KiB/s over 10 seconds. */
  slowBodyBytes: number
  slowBodyMs: number
  /**
   * A connection is closed when its client reads no byte of the response for this long, at the latest after twice the
   * time. One byte is progress: a slow phone needs longer for the buffers of the operating system than for a chunk.
   */
  unreadAnswerMs: number
  /** Concurrent downloads of one person, and how many more may wait. */
  downloadsOfOnePerson: number
  waitingDownloadsOfOnePerson: number
  /** The most bytes of a request, its files included. */
  formBytes: number
  /** Concurrent uploads, of all callers and of one person. */
  formsAtOnce: number
  formsOfOnePerson: number
  /** Calls are rejected while the mean event loop delay exceeds this. */
  lateMs: number
  /** How often the delay is checked; two checks in a row have to agree. */
  lateCheckMs: number
  /** How long a server in shutdown still serves its connections before it closes the idle ones. */
  lastAnswersMs: number
  /** How long running requests get to finish at shutdown. */
  stopMs: number
}

const KIB = 1024
const MIB = KIB * KIB

/** Sources: OWASP Denial of Service, Node's http.Server; figures in docs/adr/0017-http-server-limits.md. */
export const httpLimits: HttpLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20 * 60_000,
  checkEveryMs: 1_000,
  keepAliveMs: 72_000,
  requestsPerSocket: 1_000,
  headerBytes: 16 * KIB,
  headerCount: 100,
  slowBodyBytes: 40 * KIB,
  slowBodyMs: 10_000,
  unreadAnswerMs: 30_000,
  downloadsOfOnePerson: 10,
  waitingDownloadsOfOnePerson: 100,
  formBytes: 61 * MIB,
  formsAtOnce: 64,
  formsOfOnePerson: 20,
  lateMs: 500,
  lateCheckMs: 1_000,
  lastAnswersMs: 1_000,
  stopMs: 8_000,
}
