import { Component, type ComponentType, type ReactNode, Suspense, use, useEffect } from 'react'
import { isPageOutdated } from './load-chunk.ts'

const RETRY_MS = 60_000

/** Props of the fallback of a failed part. `retry` never rejects; with `isOutdated` only a reload can help. */
type FailedPartProps = { retry: () => Promise<void>; isOutdated: boolean }

/**
 * A component whose code is loaded when it is first rendered. If loading or rendering fails, `Failed` is rendered in
 * its place with the same props, and the page around it stays. Without `Failed` nothing is rendered and loading is
 * retried from time to time.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<NoInfer<Props> & FailedPartProps> = RetryLater,
  pending?: ReactNode,
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  const reload = () => {
    loading = load()
    return loading
  }
  const Loaded = (props: Props) => {
    const Part = use(loading ?? reload())
    return <Part {...props} />
  }
  return (props) => (
    <PartBoundary
      reload={reload}
      // The next render of the part loads it again.
      onFailed={() => {
        loading = undefined
      }}
      failed={(retry) => <Failed {...props} retry={retry} isOutdated={isPageOutdated()} />}
    >
      <Suspense fallback={pending}>
        <Loaded {...props} />
      </Suspense>
    </PartBoundary>
  )
}

type BoundaryProps = {
  reload: () => Promise<unknown>
  onFailed: () => void
  failed: (retry: () => Promise<void>) => ReactNode
  children: ReactNode
}

class PartBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override componentDidCatch() {
    this.props.onFailed()
  }
  /** Keeps `failed` until the code is loaded. */
  retry = () =>
    this.props.reload().then(
      () => this.setState({ hasFailed: false }),
      () => this.props.onFailed(),
    )
  override render() {
    return this.state.hasFailed ? this.props.failed(this.retry) : this.props.children
  }
}

function RetryLater({ retry, isOutdated }: FailedPartProps) {
  // The network is outside React.
  useEffect(() => {
    if (isOutdated) return
    const timer = setInterval(retry, RETRY_MS)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [retry, isOutdated])

  return null
}
