/** What one connection, one request and all of them together may take. Tests give smaller ones. */
export type HttpLimits = {
  /** A head that is not whole by then is answered 408. */
  headersTimeoutMs: number
  /** The longest a request may take to arrive: 60 MB at the 64 KiB a second of a bad line take 16 minutes. */
  requestTimeoutMs: number
  /** How often heads and bodies that are under way are looked at. */
  checkEveryMs: number
  /** Longer than the 60 seconds common proxies keep theirs, so that a proxy never sends into one we are closing. */
  keepAliveMs: number
  requestsPerSocket: number
  headerBytes: number
  headerCount: number
  /** A body that brings fewer bytes than this in `slowBodyMs` is cut off: 4 KiB a second over 10 seconds. */
  slowBodyBytes: number
  slowBodyMs: number
  /**
   * An answer of which the reader takes no byte for this long is cut off, at the latest after twice as long. One byte
   * is progress: what the buffers of the operating system hold takes a slow phone longer than a chunk of ours.
   */
  unreadAnswerMs: number
  /** Files that are sent to one person at once; others wait for their turn, and so many of them at most. */
  downloadsOfOnePerson: number
  waitingDownloadsOfOnePerson: number
  /** Bytes of a request, its files included, after which nothing more of it is read. */
  formBytes: number
  /** Forms with files that are received at once, from everybody and from one person. */
  formsAtOnce: number
  formsOfOnePerson: number
  /** Calls are refused while everything waits this long for its turn. */
  lateMs: number
  /** How often that is looked at; two looks in a row have to agree. */
  lateLookMs: number
  /** How long a stopping server goes on answering on the connections it has before it closes the idle ones. */
  lastAnswersMs: number
  /** How long requests that run get to finish at a stop. */
  stopMs: number
}

const KIB = 1024
const MIB = KIB * KIB

/** Sources: OWASP Denial of Service, Node's documentation of http.Server; figures in docs/decisions.md. */
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
  lateLookMs: 1_000,
  lastAnswersMs: 1_000,
  stopMs: 8_000,
}
