/** The trace headers of a request (W3C Trace Context). */
export type TraceHeaders = { traceparent?: string | undefined; tracestate?: string | undefined }

/** How a request ended: route pattern and method, never the URL. */
export type RequestOutcome = { method: string; route: string; status: number; seconds: number }

export type RequestSpan = {
  /** Runs `work` so that spans below it belong to this request. */
  run(work: () => void): void
  end(outcome: RequestOutcome): void
}

/** Traces and metrics that are sent to an OpenTelemetry collector. */
export type Telemetry = {
  startRequest(headers: TraceHeaders): RequestSpan
  /** A metric whose value is read before each export. */
  gauge(name: string, description: string, read: () => number | Promise<number>): void
  /** Sends what is left, for a second at most. */
  stop(): Promise<void>
}
